package dev.ringside.doctor;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Ring at scale where Tree was never measured. */
final class TreeNotTried extends Rule {
  private static final int MANY_RANKS = 64;

  TreeNotTried() {
    super("tree-not-tried", FindingSeverity.INFO, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    boolean isLarge =
        seen.traffic().groups().stream().anyMatch(g -> g.nRanks() >= MANY_RANKS)
            || seen.benchmarks().stream().anyMatch(b -> b.nRanks() >= MANY_RANKS);
    Map<String, Place> chosen = Choices.ofAllReduce(seen);
    boolean isTree = chosen.keySet().stream().anyMatch(c -> !c.startsWith("RING/"));
    if (!isLarge || chosen.isEmpty() || isTree) {
      return List.of();
    }
    return List.of(
        finding(
            chosen.values().stream().min(Comparator.naturalOrder()).orElseThrow(),
            "Every AllReduce ran Ring on "
                + MANY_RANKS
                + " ranks or more. Which of Ring and Tree wins goes by size and network: Tree has"
                + " the lower latency, Ring often the bandwidth (5 x 8 H100: Tree 150, Ring 190"
                + " GB/s at large sizes). Reduction in the switch is CollNet/SHARP, not Tree.",
            "Measure both by size, the same baseline otherwise: NCCL_ALGO=Ring and NCCL_ALGO=Tree"
                + " with all_reduce_perf -b 8 -e 8G -f 2; 'ringside baseline RING TREE' compares;"
                + " with SHARP also NCCL_COLLNET_ENABLE=1"));
  }
}
