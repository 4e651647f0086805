package dev.ringside.benefit;

import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import dev.ringside.tuner.ZoneMap;
import java.util.Optional;
import java.util.function.BiPredicate;

/** The tuner file as one communicator follows it. */
final class Rules {

  private final Optional<ZoneMap> zones;
  private final int nRanks;
  private final int nNodes;
  private final boolean isKnown;

  /**
   * Of a communicator.
   *
   * @param nNodes -1 unknown: then rules for any number of nodes are followed, and with others it
   *     is not known which are
   */
  Rules(Optional<TunerFile> tuner, int nRanks, int nNodes) {
    this.nRanks = nRanks;
    this.nNodes = Math.max(nNodes, 1);
    this.isKnown =
        nNodes > 0
            || tuner.stream()
                .flatMap(t -> t.rules().stream())
                .allMatch(r -> r.nNodes() == TunerRule.ANY);
    this.zones = tuner.filter(t -> isKnown).map(t -> ZoneMap.of(t, nRanks, this.nNodes));
  }

  /** Whether it is known which rules match. */
  boolean isKnown() {
    return isKnown;
  }

  /** The rule that decides. */
  Optional<TunerRule> firstUsable(MessageRow row, BiPredicate<Algorithm, Protocol> usable) {
    TunerCall call =
        new TunerCall(
            row.collective(),
            row.collective().ncclBytes(row.bytes(), nRanks),
            nNodes,
            nRanks,
            row.numPipeOps(),
            row.regBuff());
    return zones.flatMap(z -> z.firstUsable(call, usable));
  }
}
