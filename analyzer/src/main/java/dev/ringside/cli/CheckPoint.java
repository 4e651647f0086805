package dev.ringside.cli;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerCall;
import java.util.List;
import java.util.Locale;

/**
 * One question to a tuner.
 *
 * @param allowed entries that NCCL leaves open: bit algorithm × 3 + protocol
 */
record CheckPoint(TunerCall call, int allowed) {
  static final int ALL = (1 << (Algorithm.values().length * Protocol.values().length)) - 1;

  /** Versions of the tuner API, oldest first. */
  static final List<Integer> APIS = List.of(2, 3, 4, 5, 6);

  private static final int WITHOUT_TABLE = 2;
  private static final int WITHOUT_REG_BUFF = 3;
  private static final int UNKNOWN_REG_BUFF = -1;

  static int bit(Algorithm algorithm, Protocol protocol) {
    return 1 << (algorithm.ordinal() * Protocol.values().length + protocol.ordinal());
  }

  /** Every entry but those of LL128, as NCCL leaves it where it bans LL128. */
  static int withoutLl128() {
    int allowed = ALL;
    for (Algorithm a : Algorithm.values()) {
      allowed &= ~bit(a, Protocol.LL128);
    }
    return allowed;
  }

  /**
   * The question as far as a version of the API lets a plugin see it. Up to v3 regBuff is not told.
   * v2 has no cost table: what may be forbidden counts as forbidden, so Ring stays, and Tree for
   * AllReduce, with LL and Simple (docs/plugin.md).
   */
  CheckPoint seenThrough(int api) {
    if (api > WITHOUT_REG_BUFF) {
      return this;
    }
    TunerCall seen =
        new TunerCall(
            call.collective(),
            call.bytes(),
            call.nNodes(),
            call.nRanks(),
            call.numPipeOps(),
            UNKNOWN_REG_BUFF);
    return new CheckPoint(seen, api == WITHOUT_TABLE ? surelyAllowed() : allowed);
  }

  private int surelyAllowed() {
    int ring = bit(Algorithm.RING, Protocol.LL) | bit(Algorithm.RING, Protocol.SIMPLE);
    int tree = bit(Algorithm.TREE, Protocol.LL) | bit(Algorithm.TREE, Protocol.SIMPLE);
    return call.collective() == Collective.ALL_REDUCE ? ring | tree : ring;
  }

  boolean isAllowed(Algorithm algorithm, Protocol protocol) {
    return (allowed & bit(algorithm, protocol)) != 0;
  }

  CheckPoint allowing(int entries) {
    return new CheckPoint(call, entries);
  }

  /** As {@code tuner-probe --points} reads it. */
  String line() {
    return call.collective().ncclName().toLowerCase(Locale.ROOT)
        + ' '
        + call.bytes()
        + ' '
        + call.nRanks()
        + ' '
        + call.nNodes()
        + ' '
        + call.numPipeOps()
        + ' '
        + call.regBuff()
        + ' '
        + Integer.toHexString(allowed);
  }
}
