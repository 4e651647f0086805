package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.Comparator;

/**
 * What makes two calls of one communicator the same message.
 *
 * @param device device that was current for the writer; -1 unknown
 * @param writerRank rank that the writer itself states; -1 unknown
 * @param count elements
 * @param nRanks size of the communicator as the line gives it; -1 unknown
 * @param stream CUDA stream; 0 for {@code (nil)}, -1 unknown
 */
public record CallKey(
    Collective collective,
    DataType dataType,
    long count,
    RedOp redOp,
    int nRanks,
    long stream,
    int device,
    int writerRank)
    implements Comparable<CallKey> {

  // AllReduce first, then by size: what stays where a source has more than a summary may hold.
  private static final Comparator<CallKey> ORDER =
      Comparator.comparing((CallKey k) -> k.collective != Collective.ALL_REDUCE)
          .thenComparingLong(CallKey::bytes)
          .thenComparing(CallKey::collective)
          .thenComparing(CallKey::dataType)
          .thenComparing(CallKey::redOp)
          .thenComparingInt(CallKey::nRanks)
          .thenComparingLong(CallKey::stream)
          .thenComparingInt(CallKey::device)
          .thenComparingInt(CallKey::writerRank);

  /** Message size as logged: one rank's share for AllGather and ReduceScatter. */
  @JsonIgnore
  public long bytes() {
    return count * dataType.bytes();
  }

  @Override
  public int compareTo(CallKey other) {
    return ORDER.compare(this, other);
  }
}
