package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * NCCL's choice of algorithm and protocol, recomputed from a cost table (NCCL src/enqueue.cc,
 * updateCollCostTable and topoGetAlgoInfo; before 2.22 getAlgoInfo).
 *
 * <pre>{@code
 * CostContext context = CostContext.oneNode(new NcclRelease(2, 28, 9), 2, 4);
 * Optional<ModelChoice> choice =
 *     NcclChoice.of(context).choose(table, CostedCall.allReduce(262_144));
 * }</pre>
 */
public final class NcclChoice {

  private static final int MAX_DIRECT_LOCAL_RANKS = 8;

  // Since 2.24 an fp8 ring of more ranks is priced out, as its rounding errors add up.
  private static final int MAX_FP8_RING_RANKS = 8;
  private static final float FP8_RING_PENALTY = 1024;

  private static final Set<DataType> NVLS_MIN_MAX_TYPES =
      EnumSet.of(
          DataType.INT32,
          DataType.UINT32,
          DataType.INT64,
          DataType.UINT64,
          DataType.FLOAT16,
          DataType.BFLOAT16);
  private static final Set<DataType> NVLS_SUM_ONLY_TYPES =
      EnumSet.of(DataType.FLOAT32, DataType.FLOAT64);

  private final CostContext context;

  private NcclChoice(CostContext context) {
    this.context = context;
  }

  public static NcclChoice of(CostContext context) {
    return new NcclChoice(context);
  }

  /**
   * The entry with the least time; the first in NCCL's order where two are equal.
   *
   * @return empty where nothing is left to choose from
   */
  public Optional<ModelChoice> choose(CostTable table, CostedCall call) {
    if (table.collective() != call.collective()) {
      throw new IllegalArgumentException(
          "costs of " + table.collective() + " asked for " + call.collective());
    }
    Candidate best = null;
    float secondLeast = Float.POSITIVE_INFINITY;
    for (Algorithm a : Algorithm.values()) {
      for (Protocol p : Protocol.values()) {
        if (!isOpen(table, call, a, p)) {
          continue;
        }
        Candidate c = candidate(table, call, a, p);
        if (best == null || c.us < best.us) {
          secondLeast = best == null ? secondLeast : Math.min(secondLeast, best.leastUs);
          best = c;
        } else {
          secondLeast = Math.min(secondLeast, c.leastUs);
        }
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    boolean close = table.roundingHalf() > 0 && best.mostUs >= secondLeast;
    return Optional.of(new ModelChoice(best.algorithm, best.protocol, best.us, close));
  }

  /** Whether a tuner may take the entry: NCCL has it in its table for this call. */
  public boolean isOpen(CostTable table, CostedCall call, Algorithm a, Protocol p) {
    if (table.isForbidden(a, p)) {
      return false;
    }
    NcclRelease r = context.release();
    boolean manyLocal = context.localRanks() > MAX_DIRECT_LOCAL_RANKS;
    return switch (a) {
      case COLLNET_DIRECT -> !(manyLocal && r.isAtLeast(2, 24, 0));
      case COLLNET_CHAIN -> !(manyLocal && r.isAtLeast(2, 28, 0));
      case NVLS, NVLS_TREE -> isNvlsOpen(call);
      case TREE, RING, PAT -> true;
    };
  }

  // NCCL src/transport/nvls.cc, ncclNvlsSupported; types as of 2.30.7. Avg becomes another
  // operator.
  private boolean isNvlsOpen(CostedCall call) {
    int local = context.localRanks();
    int least = context.release().isAtLeast(2, 28, 7) ? 2 : 3;
    if (local >= 0 && local < least) {
      return false;
    }
    if (call.collective() == Collective.ALL_GATHER) {
      return true;
    }
    return switch (call.redOp()) {
      case SUM ->
          NVLS_MIN_MAX_TYPES.contains(call.dataType())
              || NVLS_SUM_ONLY_TYPES.contains(call.dataType());
      case MIN, MAX -> NVLS_MIN_MAX_TYPES.contains(call.dataType());
      case PROD, AVG, CUSTOM -> false;
    };
  }

  private Candidate candidate(CostTable table, CostedCall call, Algorithm a, Protocol p) {
    CandidateTime time = new CandidateTime(context, call);
    float latency = table.latencyUs(a, p);
    float bandwidth = table.bandwidthGBs(a, p);
    float half = table.roundingHalf();
    float penalty = penalty(call, a);
    float slowest = Math.max(bandwidth - half, Float.MIN_NORMAL);
    return new Candidate(
        a,
        p,
        penalty * time.us(a, p, latency, bandwidth),
        penalty * time.us(a, p, latency - half, bandwidth + half),
        penalty * time.us(a, p, latency + half, slowest));
  }

  // AllGather and Broadcast arrive here as int8 (NCCL src/enqueue.cc, collTaskAppend).
  private float penalty(CostedCall call, Algorithm a) {
    boolean fp8 = call.dataType() == DataType.FLOAT8E4M3 || call.dataType() == DataType.FLOAT8E5M2;
    boolean moves =
        call.collective() == Collective.ALL_GATHER || call.collective() == Collective.BROADCAST;
    return a == Algorithm.RING
            && fp8
            && !moves
            && context.nRanks() > MAX_FP8_RING_RANKS
            && context.release().isAtLeast(2, 24, 0)
        ? FP8_RING_PENALTY
        : 1;
  }

  private record Candidate(
      Algorithm algorithm, Protocol protocol, float us, float leastUs, float mostUs) {}
}
