package dev.ringside.trace.record;

import java.util.Optional;

/**
 * NCCL's operations, with the name that its API lines print and its number in {@code ncclFunc_t}
 * (NCCL src/include/nccl_common.h; the numbering never changed from 2.16 to 2.30).
 */
public enum Collective {
  BROADCAST("Broadcast", 0),
  REDUCE("Reduce", 1),
  ALL_GATHER("AllGather", 2),
  REDUCE_SCATTER("ReduceScatter", 3),
  ALL_REDUCE("AllReduce", 4),
  SEND("Send", 6),
  RECV("Recv", 7),
  ALL_TO_ALL("AlltoAll", 8),
  SCATTER("Scatter", 9),
  GATHER("Gather", 10),
  ALL_GATHER_V("AllGatherV", 11),
  PUT_SIGNAL("PutSignal", 12),
  SIGNAL("Signal", 13),
  WAIT_SIGNAL("WaitSignal", 14),
  /** A line that names no operation, or one that no NCCL release to 2.30 has. */
  UNKNOWN("unknown", -1);

  private final String ncclName;
  private final int ncclFunc;

  Collective(String ncclName, int ncclFunc) {
    this.ncclName = ncclName;
    this.ncclFunc = ncclFunc;
  }

  public String ncclName() {
    return ncclName;
  }

  public int ncclFunc() {
    return ncclFunc;
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
