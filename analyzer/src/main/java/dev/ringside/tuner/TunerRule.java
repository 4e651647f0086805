package dev.ringside.tuner;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * One line of a tuner file. Bounds are inclusive and compared with the bytes that NCCL hands a
 * tuner ({@link Collective#ncclBytes}).
 *
 * @param line where it stands in the file, from 1
 * @param channels number of channels it sets; 0 leaves NCCL's own
 * @param nNodes {@link #ANY} or the one it is for; likewise the three below
 * @param regBuff 1 for registered buffers, which calls under CUDA graph capture count as
 */
public record TunerRule(
    int line,
    Collective collective,
    long minBytes,
    long maxBytes,
    Algorithm algorithm,
    Protocol protocol,
    int channels,
    int nNodes,
    int nRanks,
    int numPipeOps,
    int regBuff) {

  /** Matches every value. */
  public static final int ANY = -1;

  public TunerRule {
    if (minBytes < 0 || minBytes > maxBytes) {
      throw new IllegalArgumentException("bytes " + minBytes + " to " + maxBytes);
    }
    if (channels < 0) {
      throw new IllegalArgumentException("channels " + channels);
    }
  }

  /** Whether it speaks of this call; what NCCL forbids is not asked here. */
  public boolean matches(TunerCall call) {
    return collective == call.collective()
        && call.bytes() >= minBytes
        && call.bytes() <= maxBytes
        && matchesCommunicator(call.nRanks(), call.nNodes())
        && (numPipeOps == ANY || numPipeOps == call.numPipeOps())
        && (regBuff == ANY || regBuff == call.regBuff());
  }

  boolean matchesCommunicator(int ranks, int nodes) {
    return (nRanks == ANY || nRanks == ranks) && (nNodes == ANY || nNodes == nodes);
  }

  TunerRule withBytes(long min, long max) {
    return new TunerRule(
        line,
        collective,
        min,
        max,
        algorithm,
        protocol,
        channels,
        nNodes,
        nRanks,
        numPipeOps,
        regBuff);
  }
}
