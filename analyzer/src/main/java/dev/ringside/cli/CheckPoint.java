package dev.ringside.cli;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerCall;
import java.util.Locale;

/**
 * One question to a tuner.
 *
 * @param allowed entries that NCCL leaves open: bit algorithm × 3 + protocol
 */
record CheckPoint(TunerCall call, int allowed) {
  static final int ALL = (1 << (Algorithm.values().length * Protocol.values().length)) - 1;

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

  boolean isAllowed(Algorithm algorithm, Protocol protocol) {
    return (allowed & bit(algorithm, protocol)) != 0;
  }

  /** As {@code tuner-probe --points} reads it. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%s %d %d %d %d %d %x",
        call.collective().ncclName().toLowerCase(Locale.ROOT),
        call.bytes(),
        call.nRanks(),
        call.nNodes(),
        call.numPipeOps(),
        call.regBuff(),
        allowed);
  }
}
