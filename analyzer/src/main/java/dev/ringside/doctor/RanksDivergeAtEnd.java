package dev.ringside.doctor;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A rank that lacks operations which others still logged. */
final class RanksDivergeAtEnd extends Rule {
  RanksDivergeAtEnd() {
    super("ranks-diverge-at-end", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  /**
   * A rank whose calls end where others go on. One call of one rank behind it is no sign: it is how
   * any file ends that is cut while ranks take turns.
   */
  static Optional<List<CallHistory>> pair(Observations seen) {
    for (List<CallHistory> group : CallHistory.comparable(seen)) {
      CallHistory least =
          group.stream().min(Comparator.comparingLong(CallHistory::total)).orElseThrow();
      List<CallHistory> longer =
          group.stream()
              .filter(o -> o.total() > least.total())
              .filter(o -> CallOrder.compare(least, o) == CallOrder.Outcome.ONE_IS_LONGER)
              .toList();
      if (longer.stream().mapToLong(o -> CallOrder.callsBehind(least, o)).sum() > 1) {
        return Optional.of(List.of(least, longer.get(0)));
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return pair(seen)
        .map(
            p ->
                List.of(
                    finding(
                        p.get(0).place(),
                        "The log shows "
                            + p.get(0).total()
                            + " calls of "
                            + p.get(0).who()
                            + " and "
                            + p.get(1).total()
                            + " of "
                            + p.get(1).who()
                            + " on one communicator. The file alone cannot tell a log that was cut"
                            + " from a rank that is late.",
                        "If the job hangs: py-spy dump --pid PID on the rank with fewer calls, or"
                            + " ncclras -v; else take the whole log of every rank: NCCL_DEBUG_FILE="
                            + "nccl.%h.%p.log")))
        .orElse(List.of());
  }
}
