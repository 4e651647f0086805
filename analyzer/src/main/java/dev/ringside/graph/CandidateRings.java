package dev.ringside.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rings that cross each boundary between NUMA nodes once in either direction, with another pair of
 * GPUs at the boundary in every channel. Nothing says that they are faster: they are to be
 * measured.
 *
 * @param rings one a channel
 * @param bwGBs what the file states a channel can carry; NCCL's cost model reads it, nothing
 *     enforces it
 * @param typeIntra worst path type, as the search found it: the same GPUs are joined
 */
public record CandidateRings(List<RingWay> rings, double bwGBs, String typeIntra) {
  private static final int MOST_CHANNELS = 16;

  public CandidateRings {
    rings = List.copyOf(rings);
  }

  /** Why no candidate can be made of these inputs; empty where one can. */
  public static Optional<String> obstacle(GraphFacts facts) {
    if (facts.topology().isEmpty()) {
      return Optional.of(
          "the inputs show no topology: give a log with NCCL_DEBUG_SUBSYS=INIT,GRAPH, or a"
              + " topology dump (NCCL_TOPO_DUMP_FILE)");
    }
    if (facts.ring().isEmpty()) {
      return Optional.of("the inputs show no ring search (Pattern 4, or graph id 0)");
    }
    Topology topology = facts.topology().get();
    SearchedGraph ring = facts.ring().get();
    if (ring.isCrossNode()) {
      return Optional.of(
          "the rings run over several hosts, where each must begin and end at the right NIC: no"
              + " candidate is made of that");
    }
    int inRing = ring.channels().stream().mapToInt(List::size).max().orElse(0);
    if (inRing != topology.gpus().size()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the topology shows %d GPUs and the rings %d: lines are missing from the log",
              topology.gpus().size(),
              inRing));
    }
    if (topology.gpus().size() < 2) {
      return Optional.of("there is one GPU");
    }
    return Optional.empty();
  }

  /**
   * Makes them.
   *
   * @param channels number of channels; 0 for as many as let every GPU of the smallest NUMA node
   *     stand at a boundary once, and no fewer than were found
   * @throws IllegalArgumentException where there is an {@link #obstacle}
   */
  public static CandidateRings of(GraphFacts facts, int channels) {
    obstacle(facts)
        .ifPresent(
            o -> {
              throw new IllegalArgumentException(o);
            });
    Topology topology = facts.topology().orElseThrow();
    SearchedGraph found = facts.ring().orElseThrow();
    Map<Integer, List<List<Topology.Gpu>>> sides = sides(topology);
    int smallest =
        sides.values().stream()
            .mapToInt(s -> s.stream().mapToInt(List::size).sum())
            .min()
            .orElse(1);
    int wanted = channels > 0 ? channels : Math.max(found.nChannels(), Math.max(2, smallest));
    int count = Math.min(MOST_CHANNELS, wanted);
    List<RingWay> rings = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      rings.add(ring(sides, c));
    }
    return new CandidateRings(rings, bandwidth(topology, found, count), found.typeIntra());
  }

  /** GPUs by NUMA node, those under one switch together. */
  private static Map<Integer, List<List<Topology.Gpu>>> sides(Topology topology) {
    Map<Integer, Map<String, List<Topology.Gpu>>> byHub = new TreeMap<>();
    for (Topology.Gpu g : topology.gpus()) {
      byHub
          .computeIfAbsent(g.cpu(), c -> new LinkedHashMap<>())
          .computeIfAbsent(g.hub(), h -> new ArrayList<>())
          .add(g);
    }
    Map<Integer, List<List<Topology.Gpu>>> sides = new TreeMap<>();
    byHub.forEach((cpu, hubs) -> sides.put(cpu, List.copyOf(hubs.values())));
    return sides;
  }

  /**
   * Channel {@code c}: every side rotated, so that another GPU stands at its ends; every second
   * channel runs the other way round, so that links are used in both directions alike.
   */
  private static RingWay ring(Map<Integer, List<List<Topology.Gpu>>> sides, int c) {
    List<Topology.Gpu> order = new ArrayList<>();
    for (List<List<Topology.Gpu>> hubs : sides.values()) {
      List<List<Topology.Gpu>> turned = new ArrayList<>();
      for (List<Topology.Gpu> hub : rotated(hubs, c)) {
        turned.add(rotated(hub, c / Math.max(1, hubs.size())));
      }
      turned.forEach(order::addAll);
    }
    if (c % 2 == 1) {
      Collections.reverse(order);
    }
    return new RingWay(order);
  }

  private static <T> List<T> rotated(List<T> of, int by) {
    List<T> turned = new ArrayList<>(of);
    Collections.rotate(turned, -(by % of.size()));
    return turned;
  }

  /** What the machine's links leave a channel, by NCCL's own figures; no less than was found. */
  private static double bandwidth(Topology t, SearchedGraph found, int count) {
    double link = t.slowestGpuLinkGBs();
    boolean crosses = t.usedCpus().size() > 1 && !Double.isNaN(t.socketGBs());
    double limit = Double.isNaN(link) ? 0 : crosses ? Math.min(link, t.socketGBs()) : link;
    double total = Math.max(limit, found.totalGBs());
    return Math.max(1, Math.floor(total / count * 10) / 10);
  }
}
