package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;

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

  /** Message size as logged: one rank's share for AllGather and ReduceScatter. */
  @JsonIgnore
  public long bytes() {
    return count * dataType.bytes();
  }

  // AllReduce first, then by size: what stays where a source has more than a summary may hold.
  // By hand: thousands of ranks sort by it, and a chain of comparators takes several times as long.
  @Override
  public int compareTo(CallKey o) {
    int order =
        Boolean.compare(collective != Collective.ALL_REDUCE, o.collective != Collective.ALL_REDUCE);
    order = order != 0 ? order : Long.compare(bytes(), o.bytes());
    order = order != 0 ? order : collective.compareTo(o.collective);
    order = order != 0 ? order : dataType.compareTo(o.dataType);
    order = order != 0 ? order : redOp.compareTo(o.redOp);
    order = order != 0 ? order : Integer.compare(nRanks, o.nRanks);
    order = order != 0 ? order : Long.compare(stream, o.stream);
    order = order != 0 ? order : Integer.compare(device, o.device);
    return order != 0 ? order : Integer.compare(writerRank, o.writerRank);
  }
}
