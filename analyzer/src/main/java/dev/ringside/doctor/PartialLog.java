package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CommunicatorId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whole nodes of a job, or the last calls of a rank, are not in the inputs, and nothing else tells.
 * Excerpts of a few ranks are no finding: who cut them knows, and one rank shows the sizes of all.
 */
final class PartialLog extends Rule {
  private static final Set<String> ONE_RANK_BY_NATURE =
      Set.of("kineto-trace", "flight-recorder", "nccl-profiler", "nsys-sqlite", "nsight-sqlite");

  PartialLog() {
    super("partial-log", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<CommunicatorGroup> incomplete =
        seen.traffic().groups().stream()
            .filter(g -> g.nRanks() > 1 && g.ranksSeen() > 0 && g.ranksSeen() < g.nRanks())
            .filter(g -> NodeSpan.wholeNodes(g, seen) > 0)
            .filter(g -> g.members().stream().noneMatch(m -> isExcused(m, seen)))
            .max(Comparator.comparingInt(CommunicatorGroup::nRanks));
    if (incomplete.isPresent()) {
      CommunicatorGroup g = incomplete.get();
      return List.of(
          finding(
              NodeSpan.place(g, seen),
              g.ranksSeen()
                  + " of "
                  + g.nRanks()
                  + " ranks are in the inputs, all of their node. The other nodes are missing here,"
                  + " which says nothing about their state; only communicator rank 0 prints choices"
                  + " and tables.",
              REMEDY));
    }
    return RanksDivergeAtEnd.pair(seen)
        .map(
            p ->
                List.of(
                    finding(
                        p.get(0).place(),
                        "The last calls of "
                            + p.get(0).who()
                            + " are not in the inputs: they are an excerpt.",
                        REMEDY)))
        .orElse(List.of());
  }

  private static boolean isExcused(CommunicatorId member, Observations seen) {
    boolean isNameless = member.host().isEmpty() && member.pid() < 0;
    return isNameless
        || seen.isFolded(member.source())
        || seen.traffic().sources().stream()
            .anyMatch(
                s -> s.name().equals(member.source()) && ONE_RANK_BY_NATURE.contains(s.kind()));
  }

  private static final String REMEDY =
      "One file a rank, from every node: NCCL_DEBUG_FILE=/shared/dir/nccl.%h.%p.log, then name the"
          + " directory";
}
