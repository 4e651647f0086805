package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small messages that take far longer than the fabric explains. */
final class HighSmallMessageLatency extends Rule {
  private static final long SMALL = 8192;
  // In a node 10 us (two GPUs, NVLink) to 45 us (eight over host memory) are seen; twice that is
  // not the fabric.
  private static final double NODE_US = 60;
  private static final double RANK_US = 5;
  // A hop between nodes costs 5 to 20 us, in a tree twice the logarithm of the nodes.
  private static final double NODES_US = 100;
  private static final double DOUBLING_US = 40;

  HighSmallMessageLatency() {
    super("high-small-message-latency", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      double limit = limit(b.nRanks(), b.nNodes());
      b.run().rows().stream()
          .filter(r -> r.size() > 0 && r.size() <= SMALL && b.nRanks() != 1)
          .filter(r -> BenchmarkSeen.us(r) > limit)
          .findFirst()
          .ifPresent(r -> out.add(finding(b.placeOf(r), text(r, limit), REMEDY)));
    }
    return out;
  }

  private static double limit(int nRanks, int nNodes) {
    if (nNodes == 1) {
      return NODE_US + RANK_US * Math.max(2, nRanks);
    }
    int nodes = nNodes > 0 ? nNodes : Math.max(2, nRanks / 8);
    return NODES_US + DOUBLING_US * (32 - Integer.numberOfLeadingZeros(nodes - 1));
  }

  private static String text(BenchmarkRow row, double limit) {
    return String.format(
        Locale.ROOT,
        "%d bytes take %.0f us; the fabric explains at most %.0f. Such a floor comes from the host"
            + " (CPU affinity, frequency, virtualisation) or the network's path, not from the"
            + " protocol.",
        row.size(),
        BenchmarkSeen.us(row),
        limit);
  }

  private static final String REMEDY =
      "cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor (performance); numactl"
          + " --cpunodebind=<node of the GPU>; across nodes: ib_write_lat, and NCCL_DEBUG=INFO for"
          + " the transport in use";
}
