package dev.ringside.trace.record;

import java.util.Optional;

/**
 * NCCL's operations with the name that its API lines print (NCCL src/include/nccl_common.h, 2.16 to
 * 2.30).
 */
public enum Collective {
  BROADCAST("Broadcast"),
  REDUCE("Reduce"),
  ALL_GATHER("AllGather"),
  REDUCE_SCATTER("ReduceScatter"),
  ALL_REDUCE("AllReduce"),
  SEND("Send"),
  RECV("Recv"),
  ALL_TO_ALL("AlltoAll"),
  SCATTER("Scatter"),
  GATHER("Gather"),
  ALL_GATHER_V("AllGatherV"),
  PUT_SIGNAL("PutSignal"),
  SIGNAL("Signal"),
  WAIT_SIGNAL("WaitSignal"),
  /** A line that names no operation, or one that no NCCL release to 2.30 has. */
  UNKNOWN("unknown");

  private final String ncclName;

  Collective(String ncclName) {
    this.ncclName = ncclName;
  }

  public String ncclName() {
    return ncclName;
  }

  /** Exact, case-sensitive: the spelling of NCCL's API lines. */
  public static Optional<Collective> ofNcclName(String name) {
    for (Collective c : values()) {
      if (c.ncclName.equals(name)) {
        return Optional.of(c);
      }
    }
    return Optional.empty();
  }

  /**
   * Bytes that NCCL's cost model and a tuner see for {@code rankBytes} = count × type size:
   * AllGather and ReduceScatter count one rank's share (NCCL src/include/enqueue.h,
   * ncclFuncMaxSendRecvCount).
   */
  public long ncclBytes(long rankBytes, int nRanks) {
    return this == ALL_GATHER || this == REDUCE_SCATTER ? rankBytes * nRanks : rankBytes;
  }
}
