package dev.ringside.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The machine as NCCL sees it, as far as rings care.
 *
 * @param source file as named on input
 * @param cpus NUMA nodes in order of appearance, as named there
 * @param gpus in order of appearance
 * @param socketGBs slowest link between two NUMA nodes; NaN unknown, or where there is one
 */
public record Topology(String source, List<String> cpus, List<Gpu> gpus, double socketGBs) {

  /**
   * A GPU.
   *
   * @param id bus id, lower case hexadecimal without leading zeros, such as {@code 4e000}
   * @param rank in the communicator; -1 unknown
   * @param dev NVML's number, which graph files name it by; -1 where the source does not say
   * @param cpu index of its NUMA node
   * @param hub what it shares its way up with: the bus id of a switch, or of itself
   * @param linkGBs link towards the CPU; NaN unknown
   * @param hasNvLink whether another way leads to its peers
   */
  public record Gpu(
      String id, int rank, int dev, int cpu, String hub, double linkGBs, boolean hasNvLink) {}

  public Topology {
    cpus = List.copyOf(cpus);
    gpus = List.copyOf(gpus);
  }

  /** NUMA nodes that have GPUs, ascending. */
  public List<Integer> usedCpus() {
    return gpus.stream().map(Gpu::cpu).distinct().sorted().toList();
  }

  public boolean hasNvLink() {
    return gpus.stream().anyMatch(Gpu::hasNvLink);
  }

  /** Slowest link of a GPU towards its CPU; NaN unknown. */
  public double slowestGpuLinkGBs() {
    return gpus.stream()
        .mapToDouble(Gpu::linkGBs)
        .filter(bw -> !Double.isNaN(bw))
        .min()
        .orElse(Double.NaN);
  }

  /**
   * The same with NVML numbers where the source names none: NVML counts GPUs in order of their bus
   * ids. That holds where the communicator has all GPUs of the host.
   */
  public Topology numbered() {
    if (gpus.stream().allMatch(g -> g.dev() >= 0)) {
      return this;
    }
    List<String> order =
        gpus.stream().map(Gpu::id).sorted(Comparator.comparing(Topology::bus)).toList();
    List<Gpu> numbered = new ArrayList<>();
    for (Gpu g : gpus) {
      numbered.add(
          new Gpu(
              g.id(),
              g.rank(),
              order.indexOf(g.id()),
              g.cpu(),
              g.hub(),
              g.linkGBs(),
              g.hasNvLink()));
    }
    return new Topology(source, cpus, numbered, socketGBs);
  }

  private static long bus(String id) {
    return Long.parseUnsignedLong(id, 16);
  }

  /** The GPU that a channel's node names, whatever the source; empty for networks and strangers. */
  public Optional<Gpu> gpu(String node) {
    if (node.startsWith("gpu ")) {
      int dev = hex(node.substring(4));
      return gpus.stream().filter(g -> g.dev() == dev).findFirst();
    }
    if (!node.startsWith("GPU/")) {
      return Optional.empty();
    }
    String name = node.substring(4);
    int dash = name.indexOf('-');
    // Up to 2.27.3 a channel names ranks, from 2.27.5 system and bus id.
    return dash < 0
        ? gpus.stream().filter(g -> Integer.toString(g.rank()).equals(name)).findFirst()
        : gpus.stream().filter(g -> g.id().equals(name.substring(dash + 1))).findFirst();
  }

  private static int hex(String text) {
    String digits = text.startsWith("0x") ? text.substring(2) : text;
    return digits.matches("[0-9a-fA-F]{1,7}") ? Integer.parseInt(digits, 16) : -1;
  }
}
