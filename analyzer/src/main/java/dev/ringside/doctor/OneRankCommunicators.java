package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Calls that move no data. */
final class OneRankCommunicators extends Rule {
  OneRankCommunicators() {
    super("one-rank-communicators", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Set<String> single = new HashSet<>();
    seen.traffic().groups().stream()
        .filter(CommunicatorGroup::isOneRank)
        .forEach(g -> single.add(g.key()));
    List<CallHistory> calls =
        seen.histories().stream().filter(h -> single.contains(h.group())).toList();
    if (calls.isEmpty()) {
      return List.of();
    }
    long total = calls.stream().mapToLong(CallHistory::total).sum();
    return List.of(
        finding(
            calls.get(0).place(),
            total
                + " calls are on communicators of one rank: they are plain copies and move no data"
                + " between GPUs. They are no part of a group's sizes.",
            ""));
  }
}
