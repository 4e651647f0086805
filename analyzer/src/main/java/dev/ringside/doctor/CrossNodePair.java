package dev.ringside.doctor;

import java.util.List;

/** A benchmark over several nodes: its figures are those of the network. */
final class CrossNodePair extends Rule {
  CrossNodePair() {
    super("cross-node-pair", FindingSeverity.INFO, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.benchmarks().stream()
        .filter(b -> b.nNodes() > 1 && b.run().independentJobs() == 1)
        // A header alone measures nothing.
        .filter(b -> !b.run().rows().isEmpty())
        .map(
            b ->
                finding(
                    b.place(),
                    "The measured group spans "
                        + b.nNodes()
                        + " nodes: its figures are those of the network and say nothing of an"
                        + " AllReduce inside a node.",
                    "Measure inside a node too: all_reduce_perf -b 8 -e 1G -f 2 -g <GPUs a node>;"
                        + " a scale ratio compares cross-node runs with each other, never with a"
                        + " single node"))
        .limit(1)
        .toList();
  }
}
