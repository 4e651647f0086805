package dev.ringside.trace.record;

import java.util.List;

/**
 * The matrix of {@code nvidia-smi topo -m}: how each pair of devices is connected.
 *
 * @param devices row names, such as {@code GPU0} and {@code NIC0}
 * @param links one row a device and one word a column, {@code X} on the diagonal: X, SYS, NODE,
 *     PHB, PXB, PIX, NV and a number of links
 * @param numa NUMA node a device, as printed; empty where the table has no such column
 */
public record TopologyMatrix(List<String> devices, List<List<String>> links, List<String> numa)
    implements TraceRecord {

  public TopologyMatrix {
    devices = List.copyOf(devices);
    links = links.stream().map(List::copyOf).toList();
    numa = List.copyOf(numa);
  }
}
