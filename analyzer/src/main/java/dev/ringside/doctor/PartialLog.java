package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CommunicatorId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Only some ranks or nodes are in the file. */
final class PartialLog extends Rule {
  private static final Set<String> ONE_RANK_BY_NATURE =
      Set.of("kineto-trace", "flight-recorder", "nsys-sqlite", "nsight-sqlite");

  PartialLog() {
    super("partial-log", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<CommunicatorGroup> incomplete =
        seen.traffic().groups().stream()
            .filter(g -> g.nRanks() > 1 && g.ranksSeen() > 0 && g.ranksSeen() < g.nRanks())
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
                  + " ranks are in the inputs. The others are missing here, which says nothing"
                  + " about their state; only communicator rank 0 prints choices and tables.",
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
