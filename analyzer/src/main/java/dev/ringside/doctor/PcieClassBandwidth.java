package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      Optional<BenchmarkRow> best =
          b.run().rows().stream()
              .filter(r -> r.size() >= LARGE && BenchmarkSeen.busBw(r) > 0)
              .max(Comparator.comparingDouble(BenchmarkSeen::busBw));
      if (b.nNodes() == 1
          && b.nRanks() > 1
          && best.filter(r -> BenchmarkSeen.busBw(r) < PCIE_AT_MOST).isPresent()) {
        out.add(judged(b, best.get()));
      }
    }
    return out;
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
