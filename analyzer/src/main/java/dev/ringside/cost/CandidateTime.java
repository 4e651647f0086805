package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * NCCL's time for one entry of its table (NCCL src/graph/tuning.cc, ncclTopoGetAlgoTime), in its
 * own 32-bit arithmetic.
 */
final class CandidateTime {

  // By protocol and floor(log2(bytes / 64)), 64 B to 256 MiB; the same from 2.18 to 2.30
  // (NCCL src/graph/tuning.cc, treeCorrectionFactor).
  private static final float[][] TREE_CORRECTION = {
    {
      1, 1, 1, 1, .9f, .8f, .7f, .7f, .7f, .7f, .6f, .5f, .4f, .4f, .5f, .6f, .7f, .8f, .9f, 1, 1,
      1, 1
    },
    {
      1, 1, 1, 1, 1, .9f, .8f, .8f, .8f, .7f, .6f, .6f, .6f, .6f, .6f, .6f, .8f, .9f, .9f, .9f, .9f,
      1, 1
    },
    {
      .9f, .9f, .9f, .9f, .9f, .9f, .9f, .8f, .7f, .6f, .6f, .5f, .5f, .5f, .5f, .6f, .7f, .8f, .7f,
      .7f, .8f, .9f, .9f
    },
  };

  // Above this many bytes a rank and channel Ring/Simple over nodes sits on a plateau.
  private static final long PLATEAU_BYTES = 64;

  private final CostContext context;
  private final CostedCall call;

  CandidateTime(CostContext context, CostedCall call) {
    this.context = context;
    this.call = call;
  }

  /** Microseconds; for an entry that is not forbidden. */
  float us(Algorithm algorithm, Protocol protocol, float latencyUs, float bandwidthGBs) {
    float bandwidth = bandwidthGBs * correction(algorithm, protocol);
    float latency = latencyUs * plateau(algorithm, protocol);
    return latency * latencyCount(algorithm) + (float) call.bytes() / (1000 * bandwidth);
  }

  private float correction(Algorithm algorithm, Protocol protocol) {
    if (call.collective() != Collective.ALL_REDUCE) {
      return 1;
    }
    int i = sizeIndex();
    int last = TREE_CORRECTION[0].length - 1;
    if (algorithm == Algorithm.TREE) {
      return i < 0 || i > last ? 1 : TREE_CORRECTION[protocol.ordinal()][i];
    }
    // 2.29.2 gave its table a 24th entry for this, equal to the 23rd.
    boolean corrected =
        algorithm == Algorithm.NVLS_TREE
            && context.release().isAtLeast(2, 29, 2)
            && context.computeCapability() >= 100
            && context.x86();
    return !corrected || i < 0 || i > last + 1
        ? 1
        : TREE_CORRECTION[protocol.ordinal()][Math.min(i, last)];
  }

  /** floor(log2(bytes / 64)); below 64 bytes -1 from 2.22 on and 0 before. */
  private int sizeIndex() {
    long units = call.bytes() >> 6;
    if (units == 0) {
      return context.release().isAtLeast(2, 22, 0) ? -1 : 0;
    }
    return 63 - Long.numberOfLeadingZeros(units);
  }

  private float plateau(Algorithm algorithm, Protocol protocol) {
    boolean candidate =
        algorithm == Algorithm.RING
            && protocol == Protocol.SIMPLE
            && context.nNodes() > 1
            && call.collective() == Collective.ALL_REDUCE;
    if (!candidate) {
      return 1;
    }
    long perRankAndChannel =
        call.bytes() / ((long) Math.max(context.nChannels(), 1) * context.nRanks());
    if (perRankAndChannel < PLATEAU_BYTES) {
      return 1;
    }
    boolean volta = context.computeCapability() >= 0 && context.computeCapability() < 80;
    return volta ? 1.9f : 1.4f;
  }

  /** Rings pay their latency for every operation of a group, the others pipeline them. */
  private int latencyCount(Algorithm algorithm) {
    int ops = Math.max(call.numPipeOps(), 1);
    int batch = operationsABatch();
    return algorithm == Algorithm.RING ? ops : (ops + batch - 1) / batch;
  }

  // NCCL_MAX_WORK_ELEMENTS, since 2.22 NCCL_MAX_DEV_WORK_BATCH_COLLS (NCCL src/include/device.h).
  private int operationsABatch() {
    NcclRelease r = context.release();
    if (r.isAtLeast(2, 30, 0)) {
      return 8;
    }
    if (r.isAtLeast(2, 23, 0)) {
      return 10;
    }
    return r.isAtLeast(2, 22, 0) ? 16 : 9;
  }
}
