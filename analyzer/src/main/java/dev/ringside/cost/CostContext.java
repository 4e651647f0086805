package dev.ringside.cost;

/**
 * What NCCL knows of a communicator when it weighs a call.
 *
 * @param nNodes -1 unknown, taken as one node
 * @param nChannels channels for collectives ({@code N coll channels}); -1 unknown
 * @param localRanks largest number of ranks on one node; -1 unknown
 * @param computeCapability lowest of the GPUs, such as 90; -1 unknown, taken as 80 or above
 * @param x86 whether the CPUs are x86
 */
public record CostContext(
    NcclRelease release,
    int nRanks,
    int nNodes,
    int nChannels,
    int localRanks,
    int computeCapability,
    boolean x86) {

  public CostContext {
    if (nRanks < 1) {
      throw new IllegalArgumentException("nRanks " + nRanks);
    }
  }

  /** One node, all its ranks local, nothing known of the GPUs. */
  public static CostContext oneNode(NcclRelease release, int nRanks, int nChannels) {
    return new CostContext(release, nRanks, 1, nChannels, nRanks, -1, true);
  }

  CostContext withComputeCapability(int capability) {
    return new CostContext(release, nRanks, nNodes, nChannels, localRanks, capability, x86);
  }
}
