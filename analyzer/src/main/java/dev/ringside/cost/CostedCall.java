package dev.ringside.cost;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;

/**
 * A call, or a group that NCCL decides as one, as its cost model sees it.
 *
 * @param bytes as {@link Collective#ncclBytes} counts
 * @param numPipeOps tasks of the group over the communicator's channels, rounded up; 1 alone
 */
public record CostedCall(
    Collective collective, DataType dataType, RedOp redOp, long bytes, int numPipeOps) {

  /** A lone AllReduce (sum) of bfloat16. */
  public static CostedCall allReduce(long bytes) {
    return new CostedCall(Collective.ALL_REDUCE, DataType.BFLOAT16, RedOp.SUM, bytes, 1);
  }
}
