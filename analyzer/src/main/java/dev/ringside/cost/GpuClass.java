package dev.ringside.cost;

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
}
