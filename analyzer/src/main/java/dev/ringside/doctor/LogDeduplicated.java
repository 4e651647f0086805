package dev.ringside.doctor;

import dev.ringside.trace.record.RepeatedLines;
import java.util.List;

/** A collector folded repeated lines. */
final class LogDeduplicated extends Rule {
  LogDeduplicated() {
    super("log-deduplicated", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.first(RepeatedLines.class)
        .map(
            s ->
                List.of(
                    finding(
                        s.place(),
                        "A collector folded "
                            + s.record().times()
                            + " lines that look alike into one. Ray ignores every word with a digit"
                            + " in it, so the ranks and sizes behind such a line are unknown, not"
                            + " missing, and must not be multiplied.",
                        "RAY_DEDUP_LOGS=0 in the environment of the driver, or"
                            + " NCCL_DEBUG_FILE=nccl.%h.%p.log, which Ray does not see")))
        .orElse(List.of());
  }
}
