package dev.ringside.doctor;

import dev.ringside.trace.record.GraphPattern;
import java.util.List;
import java.util.Locale;

/**
 * The result that NCCL's search gives on hosts with two AMD Turin processors and eight PCIe GPUs:
 * two channels of 15 GB/s where four of 38 are possible. Measured on such hosts: a cold prefill of
 * 8005 tokens took 9.14 s instead of 1.07 s, an AllReduce of 64 KiB 48.7 us instead of 25.6 us.
 */
final class TurinRingSearch extends Rule {
  TurinRingSearch() {
    super("turin-ring-search", FindingSeverity.WARNING, Layer.TOPOLOGY, "up to 2.30.7");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    boolean isOther = seen.topology().cpus().stream().anyMatch(c -> !c.isAmd());
    return seen.all(GraphPattern.class).stream()
        .filter(p -> !isOther && isPathological(p.record()))
        .findFirst()
        .map(
            p ->
                List.of(
                    finding(
                        p.place(),
                        String.format(
                            Locale.ROOT,
                            "The ring search gave the result known from AMD Turin hosts: %d"
                                + " channels of %.0f GB/s over SYS, since NCCL counts 16 GB/s"
                                + " between all AMD sockets. A good ring there has 4 channels of"
                                + " 38 GB/s (PHB). This outweighs any tuner.",
                            p.record().nChannels(),
                            p.record().bwIntra()),
                        "ringside graph LOG writes an NCCL_GRAPH_FILE candidate; measure it:"
                            + " NCCL_GRAPH_FILE=graph.xml all_reduce_perf -b 8K -e 256M -f 2 -g 8"
                            + " -c 1")))
        .orElse(List.of());
  }

  private static boolean isPathological(GraphPattern p) {
    return p.pattern() == 4
        && p.nChannels() > 0
        && p.nChannels() <= 2
        && p.bwIntra() > 14
        && p.bwIntra() <= 16
        && p.typeIntra().equals("SYS");
  }
}
