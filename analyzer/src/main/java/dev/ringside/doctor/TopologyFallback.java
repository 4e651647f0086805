package dev.ringside.doctor;

import java.util.List;
import java.util.regex.Pattern;

/** No path for a pattern: NCCL takes the GPUs in plain order (NCCL src/graph/search.cc). */
final class TopologyFallback extends Rule {
  private static final Pattern SIGN = Pattern.compile("Could not find a path for pattern (\\d+)");

  TopologyFallback() {
    super("topology-fallback", FindingSeverity.WARNING, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.messages(SIGN).stream()
        .findFirst()
        .map(
            m ->
                List.of(
                    finding(
                        m.place(),
                        "The topology search found no path ("
                            + m.record().text().strip()
                            + ") and took the GPUs in plain order at 0.1 GB/s: NCCL's choice of"
                            + " algorithm and protocol then rests on nothing. Usual in virtual"
                            + " machines and WSL that hide the PCIe tree.",
                        "Give NCCL the topology of the real host: NCCL_TOPO_DUMP_FILE=topo.xml on"
                            + " the host, NCCL_TOPO_FILE=topo.xml in the guest")))
        .orElse(List.of());
  }
}
