package dev.ringside.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges a search result against the machine it was made for. */
public final class GraphJudge {
  /** Below this share of the slowest link a search gave bandwidth away. */
  private static final double LOW_SHARE = 0.5;

  // NCCL src/graph/topo.h, AMD_BW: since 2.19 for every model, and no other vendor has this figure.
  private static final double AMD_GBS = 16;

  private static final double FALLBACK_BW = 0.2;

  private final GraphFacts facts;
  private final List<GraphRemark> remarks = new ArrayList<>();

  private GraphJudge(GraphFacts facts) {
    this.facts = facts;
  }

  /** Faults first. */
  public static List<GraphRemark> judge(GraphFacts facts) {
    GraphJudge judge = new GraphJudge(facts);
    judge.facts.graphs().forEach(judge::search);
    facts.ring().ifPresent(judge::ring);
    judge.remarks.sort((a, b) -> Boolean.compare(b.isFault(), a.isFault()));
    return List.copyOf(judge.remarks);
  }

  /** The rings of a search on the machine; empty where the machine is not known well enough. */
  public static List<RingWay> rings(GraphFacts facts) {
    if (facts.topology().isEmpty() || facts.ring().isEmpty()) {
      return List.of();
    }
    List<RingWay> ways = new ArrayList<>();
    for (List<String> channel : facts.ring().get().channels()) {
      Optional<RingWay> way = RingWay.of(channel, facts.topology().get());
      if (way.isEmpty()) {
        return List.of();
      }
      ways.add(way.get());
    }
    return ways;
  }

  private void search(SearchedGraph g) {
    if (g.nChannels() == 0) {
      say("no-channels", false, g.patternName() + ": no channels found, so it is not used");
    } else if (g.bwIntra() < FALLBACK_BW) {
      say(
          "topology-fallback",
          true,
          g.patternName() + ": the search found no path and took a default order");
    }
  }

  private void ring(SearchedGraph ring) {
    if (ring.nChannels() <= 0) {
      return;
    }
    facts.topology().ifPresent(t -> bandwidth(ring, t));
    if (ring.typeIntra().equals("SYS")
        && facts.topology().map(t -> t.usedCpus().size() < 2).orElse(false)) {
      say(
          "path-type",
          true,
          "ring: its worst path is SYS though all GPUs hang on one NUMA node: GPUs take a way round"
              + " that the search counts as the socket link");
    }
    List<RingWay> ways = rings(facts);
    if (!ways.isEmpty()) {
      order(ways);
    }
  }

  private void bandwidth(SearchedGraph ring, Topology t) {
    double link = t.slowestGpuLinkGBs();
    if (Double.isNaN(link) || (t.hasNvLink() && ring.typeIntra().equals("NVL"))) {
      return;
    }
    boolean crosses = t.usedCpus().size() > 1 && !Double.isNaN(t.socketGBs());
    double limit = crosses ? Math.min(link, t.socketGBs()) : link;
    String what =
        String.format(
            Locale.ROOT,
            "ring: %d channels of %.1f GB/s, %.1f together; the slowest link on the way counts %.1f"
                + " (%s)",
            ring.nChannels(),
            ring.bwIntra(),
            ring.totalGBs(),
            limit,
            crosses && t.socketGBs() < link ? "between NUMA nodes" : "GPU to CPU");
    if (ring.totalGBs() < LOW_SHARE * limit) {
      say("low-search-bandwidth", true, what);
    } else {
      say("search-bandwidth", false, what);
    }
    if (crosses && t.socketGBs() < link) {
      say(
          "socket-bandwidth",
          t.socketGBs() == AMD_GBS,
          String.format(
              Locale.ROOT,
              "NCCL counts %.0f GB/s between NUMA nodes, a constant by CPU model and no measurement%s;"
                  + " it decides how many channels the search finds",
              t.socketGBs(),
              t.socketGBs() == AMD_GBS ? " (the same for every AMD CPU, up to 2.30)" : ""));
    }
  }

  private void order(List<RingWay> ways) {
    int most = ways.stream().mapToInt(RingWay::crossings).max().orElse(0);
    int fewest = ways.get(0).fewestCrossings();
    if (most > fewest) {
      say(
          "ring-crosses-often",
          true,
          "a ring crosses between NUMA nodes "
              + most
              + " times where "
              + fewest
              + " would do: "
              + RingWay.all(ways));
    } else if (fewest > 0) {
      say(
          "ring-order",
          false,
          "every ring crosses between NUMA nodes " + fewest + " times, the fewest possible");
    }
    if (isUnbalanced(ways)) {
      say(
          "crossings-unbalanced",
          true,
          "the same GPUs stand at the boundary in several channels and others never do: their links"
              + " carry the traffic between NUMA nodes of all");
    }
  }

  /** Whether a GPU stands at a boundary more often than an even spread over its side needs. */
  private static boolean isUnbalanced(List<RingWay> ways) {
    Map<Topology.Gpu, Integer> ends = new HashMap<>();
    ways.forEach(w -> w.ends().forEach(g -> ends.merge(g, 1, Integer::sum)));
    Map<Integer, List<Topology.Gpu>> sides =
        ways.get(0).order().stream().collect(Collectors.groupingBy(Topology.Gpu::cpu));
    return sides.values().stream()
        .anyMatch(
            side -> {
              int all = side.stream().mapToInt(g -> ends.getOrDefault(g, 0)).sum();
              int most = side.stream().mapToInt(g -> ends.getOrDefault(g, 0)).max().orElse(0);
              return most > (all + side.size() - 1) / side.size();
            });
  }

  private void say(String code, boolean isFault, String text) {
    remarks.add(new GraphRemark(code, isFault, text));
  }
}
