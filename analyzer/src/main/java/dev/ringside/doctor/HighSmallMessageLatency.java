package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  /** A row of a run; of several runs of a test, a GPU and a size the fastest counts. */
  private record Small(BenchmarkSeen run, BenchmarkRow row) {
    double us() {
      return BenchmarkSeen.us(row);
    }

    double limitUs() {
      return limit(run.nRanks(), run.nNodes());
    }

    String group() {
      return String.join(
          " ",
          "" + run.nRanks(),
          "" + run.nNodes(),
          run.run().gpu().orElse(""),
          run.run().test().orElse(""),
          "" + row.size());
    }
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, Small> fastest = new LinkedHashMap<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      for (BenchmarkRow row : b.run().rows()) {
        Small one = new Small(b, row);
        if (b.nRanks() != 1 && row.size() > 0 && row.size() <= SMALL && one.us() > 0) {
          fastest.merge(one.group(), one, (x, y) -> y.us() < x.us() ? y : x);
        }
      }
    }
    return fastest.values().stream()
        .filter(s -> s.us() > s.limitUs())
        .findFirst()
        .map(s -> List.of(finding(s.run().placeOf(s.row()), text(s.row(), s.limitUs()), REMEDY)))
        .orElse(List.of());
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
