package dev.ringside.tuner;

import dev.ringside.trace.record.Collective;

/**
 * What NCCL tells a tuner about one collective, or about a group that it decides as one.
 *
 * @param bytes as the cost model counts them: for AllGather and ReduceScatter all ranks together
 * @param numPipeOps tasks of the group over the communicator's channels, rounded up; 1 for one call
 * @param regBuff 1 under CUDA graph capture or with registered buffers, else 0
 */
public record TunerCall(
    Collective collective, long bytes, int nNodes, int nRanks, int numPipeOps, int regBuff) {

  /** One AllReduce on one node, outside any group. */
  public static TunerCall allReduce(long bytes, int nRanks, boolean captured) {
    return new TunerCall(Collective.ALL_REDUCE, bytes, 1, nRanks, 1, captured ? 1 : 0);
  }
}
