package dev.ringside.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One ring on the machine.
 *
 * @param order GPUs in order; the last is followed by the first
 */
public record RingWay(List<Topology.Gpu> order) {

  public RingWay {
    order = List.copyOf(order);
  }

  /** Empty where the channel has nodes that the topology does not know. */
  static Optional<RingWay> of(List<String> channel, Topology topology) {
    List<Topology.Gpu> order = new ArrayList<>();
    for (String node : channel) {
      if (node.startsWith("NET/") || node.startsWith("net ")) {
        continue;
      }
      Optional<Topology.Gpu> gpu = topology.gpu(node);
      if (gpu.isEmpty()) {
        return Optional.empty();
      }
      order.add(gpu.get());
    }
    return order.isEmpty() ? Optional.empty() : Optional.of(new RingWay(order));
  }

  /** Steps from one NUMA node to another, the closing one included. */
  public int crossings() {
    int crossings = 0;
    for (int i = 0; i < order.size(); i++) {
      crossings += order.get(i).cpu() != next(i).cpu() ? 1 : 0;
    }
    return order.size() < 2 ? 0 : crossings;
  }

  /** Fewest crossings that a ring over the same GPUs can have. */
  public int fewestCrossings() {
    int cpus = (int) order.stream().map(Topology.Gpu::cpu).distinct().count();
    return cpus < 2 ? 0 : cpus;
  }

  /** GPUs at boundaries between NUMA nodes; one that stands at two is in it twice. */
  List<Topology.Gpu> ends() {
    List<Topology.Gpu> ends = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      if (order.get(i).cpu() != next(i).cpu()) {
        ends.add(order.get(i));
        ends.add(next(i));
      }
    }
    return ends;
  }

  private Topology.Gpu next(int i) {
    return order.get((i + 1) % order.size());
  }

  /** Ranks with NUMA nodes between, {@code 0 1 | 4 5 |}. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < order.size(); i++) {
      text.append(order.get(i).rank() < 0 ? order.get(i).id() : order.get(i).rank() + "");
      text.append(order.get(i).cpu() != next(i).cpu() && order.size() > 1 ? " | " : " ");
    }
    return text.toString().strip();
  }

  static String all(List<RingWay> rings) {
    return rings.stream().map(RingWay::text).collect(Collectors.joining("; "));
  }
}
