package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;

/**
 * The constants of NCCL's cost model that decide on one node, by release (NCCL src/graph/tuning.cc;
 * since 2.28 ncclTunerConstantsDefaults). Microseconds and GB/s; rows by {@link GpuClass}, columns
 * by {@link Protocol}.
 */
final class OneNodeConstants {

  private static final float[] RING_BASE = {6.6f, 14, 8.4f};
  private static final float[] RING_NVLINK = {.6f, 1.9f, 3.4f};
  private static final float[] RING_PCI = {1, 2.5f, 5.7f};
  private static final float[] TREE_BASE = {6.8f, 14, 8.4f};
  private static final float[] TREE_NVLINK = {.6f, 1.25f, 4};
  private static final float[] TREE_PCI = {1, 1.9f, 4};

  private final NcclRelease release;
  private final GpuClass gpu;

  OneNodeConstants(NcclRelease release, GpuClass gpu) {
    this.release = release;
    // 2.25 gave Blackwell a row of its own.
    this.gpu = gpu == GpuClass.BLACKWELL && !release.isAtLeast(2, 25, 0) ? GpuClass.HOPPER : gpu;
  }

  float baseLatency(Algorithm a, Protocol p) {
    if (a == Algorithm.RING) {
      return RING_BASE[p.ordinal()];
    }
    // Tree/Simple had its whole latency in the hops before 2.23.
    return p == Protocol.SIMPLE && !release.isAtLeast(2, 23, 0) ? 0 : TREE_BASE[p.ordinal()];
  }

  float hopLatency(Algorithm a, Protocol p, boolean nvlink) {
    if (a == Algorithm.RING) {
      return (nvlink ? RING_NVLINK : RING_PCI)[p.ordinal()];
    }
    if (p == Protocol.SIMPLE) {
      return treeSimpleHop(nvlink);
    }
    return (nvlink ? TREE_NVLINK : TREE_PCI)[p.ordinal()];
  }

  private float treeSimpleHop(boolean nvlink) {
    if (release.isAtLeast(2, 23, 0)) {
      return 4;
    }
    boolean early = release.isAtLeast(2, 18, 3) && !release.isAtLeast(2, 19, 0);
    return early ? (nvlink ? 4 : 6) : 28;
  }

  /** LL at most, whatever the links carry. */
  double llMax() {
    return switch (gpu) {
      case VOLTA -> 39;
      case AMPERE -> 87.7;
      case HOPPER -> release.isAtLeast(2, 21, 0) ? 141 : 87.7;
      case BLACKWELL -> 282;
    };
  }

  /** LL128 rings at most, a channel. */
  double ringLl128() {
    return switch (gpu) {
      case VOLTA, AMPERE -> 20;
      case HOPPER -> 36.7;
      case BLACKWELL ->
          release.isAtLeast(2, 29, 7) ? 40 : release.isAtLeast(2, 29, 2) ? 34.5 : 73.4;
    };
  }

  /** LL128 trees at most, a channel. */
  double treeLl128() {
    return switch (gpu) {
      case VOLTA, AMPERE -> 20;
      case HOPPER -> 36.7;
      case BLACKWELL -> release.isAtLeast(2, 28, 0) ? 55.6 : 73.4;
    };
  }

  /** Trees at most, a channel. */
  double tree() {
    return switch (gpu) {
      case VOLTA -> 26.5;
      case AMPERE -> 24;
      case HOPPER -> 38.7;
      case BLACKWELL -> release.isAtLeast(2, 28, 0) ? 70 : 77.4;
    };
  }
}
