package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.trace.record.Collective;
import java.util.List;

/** A communicator that serves AllReduces of one model and spans nodes. */
final class CrossNodeTp extends Rule {
  // Tensor parallelism over more ranks is not met in practice: such jobs train.
  private static final int MOST_RANKS = 64;

  CrossNodeTp() {
    super("cross-node-tp", FindingSeverity.INFO, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    if (!seen.benchmarks().isEmpty()) {
      return List.of();
    }
    boolean isServing = !seen.traffic().engines().isEmpty();
    return seen.traffic().groups().stream()
        .filter(g -> g.nRanks() <= MOST_RANKS && NodeSpan.spansNodes(g, seen))
        .filter(g -> !isSharded(g, seen))
        .findFirst()
        .map(
            g ->
                finding(
                    NodeSpan.place(g, seen),
                    "A communicator of "
                        + g.nRanks()
                        + " ranks spans nodes. If it is the tensor-parallel group, every layer"
                        + " waits for the network twice and no engine's own all-reduce applies:"
                        + " NCCL carries every size.",
                    "Keep tensor parallelism inside a node and put pipeline or data parallelism"
                        + " between nodes: vllm serve --tensor-parallel-size <GPUs a node>"
                        + " --pipeline-parallel-size <nodes>"))
        .map(f -> List.of(isServing ? f.as(FindingSeverity.WARNING) : f))
        .orElse(List.of());
  }

  /** Whether its traffic is that of sharded training: shares gathered, gradients scattered. */
  private static boolean isSharded(CommunicatorGroup group, Observations seen) {
    return seen.traffic().rows().stream()
        .filter(r -> r.group().equals(group.key()))
        .anyMatch(
            r ->
                r.collective() == Collective.ALL_GATHER
                    || r.collective() == Collective.REDUCE_SCATTER);
  }
}
