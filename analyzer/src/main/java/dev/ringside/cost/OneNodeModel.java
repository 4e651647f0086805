package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * NCCL's cost table of a communicator on one node, rebuilt from its graph search where a log does
 * not print it (NCCL src/graph/tuning.cc, ncclTopoTuneModel).
 *
 * <p>Rings and trees alone: NVLS and CollNet stay forbidden, so a communicator that has channels
 * for them is not for this model. Over several nodes the latency of the network takes part, which
 * no log line gives.
 */
public final class OneNodeModel {

  private static final int PATTERN_TREE = 3;
  private static final int PATTERN_RING = 4;

  // One of each class, and of each that the gate of LL128 treats apart.
  private static final List<Integer> COMPUTE_CAPABILITIES = List.of(70, 80, 86, 90, 100, 120);

  private final CostContext context;
  private final GraphPattern ring;
  private final GraphPattern tree;
  private final OneNodeConstants constants;

  private OneNodeModel(CostContext context, GraphPattern ring, GraphPattern tree) {
    this.context = context;
    this.ring = ring;
    this.tree = tree;
    this.constants =
        new OneNodeConstants(context.release(), GpuClass.of(context.computeCapability()));
  }

  /**
   * Of a communicator's {@code Pattern} lines, as one rank prints them: ring first, then tree.
   *
   * @return empty without both, over several nodes, or where the compute capability is not known
   */
  public static Optional<OneNodeModel> of(CostContext context, List<GraphPattern> patterns) {
    Optional<GraphPattern> ring =
        patterns.stream().filter(p -> p.pattern() == PATTERN_RING && p.nChannels() > 0).findFirst();
    Optional<GraphPattern> tree =
        patterns.stream()
            .filter(p -> p.pattern() > 0 && p.pattern() <= PATTERN_TREE && p.nChannels() > 0)
            .findFirst();
    boolean known =
        context.nNodes() == 1 && context.nRanks() > 1 && context.computeCapability() >= 0;
    return known && ring.isPresent() && tree.isPresent()
        ? Optional.of(new OneNodeModel(context, ring.get(), tree.get()))
        : Optional.empty();
  }

  /**
   * One model a GPU that NCCL's constants tell apart, for logs that do not name the GPU; only the
   * one where the context knows it.
   */
  public static List<OneNodeModel> ofAnyGpu(CostContext context, List<GraphPattern> patterns) {
    if (context.computeCapability() >= 0) {
      return of(context, patterns).stream().toList();
    }
    return COMPUTE_CAPABILITIES.stream()
        .flatMap(cc -> of(context.withComputeCapability(cc), patterns).stream())
        .toList();
  }

  /** The table of a collective, under what NCCL_PROTO and NCCL_ALGO leave open. */
  public CostTable table(Collective collective, EnabledNames enabled) {
    CostTable table = CostTable.empty(collective);
    for (Protocol p : Protocol.values()) {
      put(table, Algorithm.RING, p, ringLatency(collective, p), ringBw(collective, p), enabled);
      if (collective == Collective.ALL_REDUCE) {
        put(table, Algorithm.TREE, p, treeLatency(p), treeBw(p), enabled);
      }
    }
    return table;
  }

  private void put(
      CostTable table, Algorithm a, Protocol p, float latency, float bw, EnabledNames enabled) {
    GraphPattern graph = a == Algorithm.RING ? ring : tree;
    boolean open =
        enabled.allows(a)
            && (p == Protocol.LL128 ? isLl128Open(graph, enabled) : enabled.allows(p));
    table.put(a, p, latency, open ? bw : 0);
  }

  private boolean isLl128Open(GraphPattern graph, EnabledNames enabled) {
    return enabled.protocolsAreSet()
        ? enabled.allows(Protocol.LL128)
        : Ll128Gate.isOpen(context.release(), context.computeCapability(), graph.typeIntra());
  }

  private int steps(Collective collective) {
    int n = context.nRanks();
    return switch (collective) {
      case ALL_REDUCE -> 2 * (n - 1);
      case ALL_GATHER, REDUCE_SCATTER -> n - 1;
      default -> n;
    };
  }

  private float ringLatency(Collective collective, Protocol p) {
    boolean nvlink = ring.typeIntra().equals("NVL");
    float hop = constants.hopLatency(Algorithm.RING, p, nvlink);
    float base = constants.baseLatency(Algorithm.RING, p);
    boolean rooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
    if (rooted && ring.sameChannels() == 1) {
      return base + hop;
    }
    if (rooted && p == Protocol.SIMPLE) {
      hop = constants.hopLatency(Algorithm.TREE, p, nvlink);
    }
    return base + steps(collective) * hop;
  }

  private float ringBw(Collective collective, Protocol p) {
    float bus = (float) (ring.nChannels() * ring.bwIntra());
    double carried =
        switch (p) {
          case LL -> Math.min(constants.llMax(), bus * llPart(collective));
          case LL128 -> Math.min(bus * 0.92, ring.nChannels() * constants.ringLl128());
          case SIMPLE -> bus;
        };
    return (float) carried * context.nRanks() / steps(collective);
  }

  /** Half of an LL line is flags; before 2.21 the model took off more. */
  private double llPart(Collective collective) {
    if (context.release().isAtLeast(2, 21, 0)) {
      return 0.5;
    }
    boolean reduces = collective == Collective.ALL_REDUCE || collective == Collective.REDUCE;
    return reduces ? 1.0 / 4 : 1.0 / 3;
  }

  private float treeLatency(Protocol p) {
    boolean nvlink = tree.typeIntra().equals("NVL");
    return constants.baseLatency(Algorithm.TREE, p)
        + 2 * (context.nRanks() - 1) * constants.hopLatency(Algorithm.TREE, p, nvlink);
  }

  private float treeBw(Protocol p) {
    double bus =
        Math.min(tree.nChannels() * tree.bwIntra() * 0.92, tree.nChannels() * constants.tree());
    double carried =
        switch (p) {
          case LL -> Math.min(bus / 3.8, constants.llMax());
          case LL128 -> Math.min(bus * 7 / 9, tree.nChannels() * constants.treeLl128());
          case SIMPLE -> bus;
        };
    boolean plain = tree.pattern() == PATTERN_TREE && context.release().isAtLeast(2, 18, 3);
    return (float) (carried * (plain ? 0.85 : 1) * 0.5);
  }
}
