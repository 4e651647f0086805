package dev.ringside.cost;

import java.util.List;

/** The GPU generations that NCCL's cost model tells apart, by lowest compute capability. */
public enum GpuClass {
  VOLTA,
  AMPERE,
  HOPPER,
  BLACKWELL;

  /** Of a compute capability such as 90. */
  public static GpuClass of(int computeCapability) {
    if (computeCapability >= 100) {
      return BLACKWELL;
    }
    if (computeCapability >= 90) {
      return HOPPER;
    }
    return computeCapability >= 80 ? AMPERE : VOLTA;
  }

  /** A capability of each class for which NCCL has constants of its own, where none is known. */
  static List<Integer> representatives() {
    return List.of(70, 80, 86, 90, 100, 120);
  }
}
