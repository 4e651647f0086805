package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Large messages inside a node at the pace of PCIe or host memory. */
final class PcieClassBandwidth extends Rule {
  // Below it the curve is still rising.
  private static final long LARGE = 16L << 20;
  // PCIe 5.0 x16 both ways reaches about 50 GB/s of bus bandwidth; NVLink starts above.
  private static final double PCIE_AT_MOST = 50;
  // Two sockets over host memory, or less than a PCIe 4.0 x16 link.
  private static final double SLOW = 15;

  PcieClassBandwidth() {
    super("pcie-class-bandwidth", FindingSeverity.INFO, Layer.PCIE, ALL_RELEASES);
  }

  /** The best row of a run; of several runs on the same GPUs the best counts. */
  private record Best(BenchmarkSeen run, BenchmarkRow row) {
    double busBw() {
      return BenchmarkSeen.busBw(row);
    }

    String group() {
      return run.nRanks() + " " + run.run().gpu().orElse("");
    }
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, Best> best = new TreeMap<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      for (BenchmarkRow row : b.run().rows()) {
        Best one = new Best(b, row);
        if (b.nNodes() == 1 && b.nRanks() > 1 && row.size() >= LARGE && one.busBw() > 0) {
          best.merge(one.group(), one, (x, y) -> y.busBw() > x.busBw() ? y : x);
        }
      }
    }
    return best.values().stream()
        .filter(o -> o.busBw() < PCIE_AT_MOST)
        .map(o -> judged(o.run(), o.row()))
        .toList();
  }

  private Finding judged(BenchmarkSeen b, BenchmarkRow row) {
    double busBw = BenchmarkSeen.busBw(row);
    boolean hasNvlink =
        b.run().gpu().filter(g -> new GpuName(g, b.place()).isNvlinkClass()).isPresent();
    Finding finding =
        finding(
            b.placeOf(row),
            String.format(
                Locale.ROOT,
                "%.1f GB/s of bus bandwidth at %d MiB is that of %s%s.",
                busBw,
                row.size() >> 20,
                busBw < SLOW ? "a path through host memory" : "PCIe",
                hasNvlink ? ", on GPUs that have NVLink" : ""),
            hasNvlink
                ? "nvidia-smi nvlink -s (links up?); nvidia-smi topo -m; env | grep NCCL_P2P"
                : "nvidia-smi topo -p2p r; then NCCL_P2P_LEVEL=SYS against nothing with"
                    + " all_reduce_perf -b 1M -e 256M -f 2 -g "
                    + b.nRanks());
    return hasNvlink || busBw < SLOW ? finding.as(FindingSeverity.WARNING) : finding;
  }
}
