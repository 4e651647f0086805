package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.Collective;
import java.util.List;
import java.util.Optional;

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
        .filter(g -> isServing || isTensorParallelLike(g, seen))
        .filter(g -> !calls(g, seen, Collective.ALL_GATHER, Collective.REDUCE_SCATTER))
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
        .map(f -> isServing ? f.as(FindingSeverity.WARNING) : f)
        .or(() -> ofSettings(seen))
        .or(() -> ofSentence(seen))
        .map(List::of)
        .orElse(List.of());
  }

  /** What the engine was told: several nodes, and nothing but tensor parallelism to fill them. */
  private Optional<Finding> ofSettings(Observations seen) {
    return EngineLines.settings(seen, "nnodes").stream()
        .filter(s -> number(s.record().value()) > 1)
        .filter(s -> setting(seen, "tensor_parallel_size") > 1)
        .filter(s -> setting(seen, "pipeline_parallel_size") <= 1)
        .filter(s -> setting(seen, "data_parallel_size") <= 1)
        .findFirst()
        .map(
            s ->
                finding(
                        s.place(),
                        "The engine runs tensor parallelism over "
                            + setting(seen, "tensor_parallel_size")
                            + " ranks on "
                            + s.record().value()
                            + " nodes: every layer waits for the network twice, and NCCL carries"
                            + " every size.",
                        "Keep tensor parallelism inside a node and put pipeline or data parallelism"
                            + " between nodes")
                    .as(FindingSeverity.WARNING));
  }

  /** The engine's own all-reduce refuses a group over several hosts, and says so. */
  private Optional<Finding> ofSentence(Observations seen) {
    return seen.all(AllReduceBackend.class).stream()
        .filter(s -> s.record().cause().contains("spans across nodes"))
        .findFirst()
        .map(
            s ->
                finding(
                        s.place(),
                        "The engine says that its tensor-parallel group spans nodes: every layer"
                            + " waits for the network twice, and NCCL carries every size.",
                        "Keep tensor parallelism inside a node and put pipeline or data parallelism"
                            + " between nodes")
                    .as(FindingSeverity.WARNING));
  }

  private static int setting(Observations seen, String key) {
    return EngineLines.settings(seen, key).stream()
        .mapToInt(s -> number(s.record().value()))
        .max()
        .orElse(-1);
  }

  private static int number(String text) {
    return text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
  }

  /** Where no engine speaks: AllReduces, over more than one GPU a node. */
  private static boolean isTensorParallelLike(CommunicatorGroup group, Observations seen) {
    return NodeSpan.ranksOfNode(group) > 1 && calls(group, seen, Collective.ALL_REDUCE);
  }

  /** Whether a group makes such calls; sharded training gathers shares and scatters gradients. */
  private static boolean calls(
      CommunicatorGroup group, Observations seen, Collective... collectives) {
    return seen.histories().stream()
        .filter(h -> h.group().equals(group.key()))
        .flatMap(h -> h.counts().keySet().stream())
        .anyMatch(c -> List.of(collectives).contains(c.collective()));
  }
}
