package dev.ringside.doctor;

import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Collective;
import java.util.List;

/** Traffic about which no tuner is ever asked. */
final class TunerNotAsked extends Rule {
  TunerNotAsked() {
    super("tuner-not-asked", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<MessageRow> rows = seen.traffic().rows();
    long peer =
        rows.stream()
            .filter(
                r ->
                    r.collective() == Collective.SEND
                        || r.collective() == Collective.RECV
                        || r.collective() == Collective.ALL_TO_ALL)
            .mapToLong(MessageRow::calls)
            .sum();
    long all = rows.stream().mapToLong(MessageRow::calls).sum();
    if (peer * 2 <= all) {
      return List.of();
    }
    return List.of(
        finding(
            seen.histories().stream().map(CallHistory::place).findFirst().orElse(Place.NONE),
            peer
                + " of "
                + all
                + " calls are sends, receives or all-to-alls, as expert and pipeline parallelism"
                + " make them: NCCL tunes none of these and asks no tuner plugin.",
            "Look at the all-to-all backend of the engine instead (vllm: --all2all-backend)"));
  }
}
