package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.Collective;

/**
 * Calls that a tuning line may belong to.
 *
 * @param incarnation of the pointer, counted from the start of the piece
 * @param times how many such calls in a row
 */
public record PendingCall(long comm, int incarnation, CallKey key, int times) {

  PendingCall times(int n) {
    return new PendingCall(comm, incarnation, key, n);
  }

  PendingCall movedTo(int number) {
    return new PendingCall(comm, number, key, times);
  }

  boolean isSameCall(PendingCall other) {
    return isSameCommunicator(other) && key.equals(other.key);
  }

  boolean isSameCommunicator(PendingCall other) {
    return comm == other.comm && incarnation == other.incarnation;
  }

  /** Whether NCCL would sum both into one choice: same operation, type and operator. */
  boolean isAggregatedWith(PendingCall other) {
    return isSameCommunicator(other)
        && key.collective() == other.key.collective()
        && key.dataType() == other.key.dataType()
        && key.redOp() == other.key.redOp();
  }

  /**
   * Whether a tuning line over {@code bytes} may be about this call. Up to NCCL 2.23 it prints the
   * total over all ranks for AllGather and ReduceScatter, later one rank's share (NCCL
   * src/enqueue.cc).
   */
  @JsonIgnore
  boolean isAnsweredBy(Collective op, long bytes) {
    return isTuned(key.collective(), key.nRanks())
        && (op == Collective.UNKNOWN || op == key.collective())
        && (bytes == key.bytes() || bytes == key.collective().ncclBytes(key.bytes(), key.nRanks()));
  }

  /**
   * Whether NCCL prints a choice at all: not for one rank, nor for what is Send and Recv inside.
   */
  static boolean isTuned(Collective op, int nRanks) {
    return nRanks != 1
        && switch (op) {
          case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> true;
          default -> false;
        };
  }
}
