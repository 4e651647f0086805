package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;

/** What tells the messages of a communicator apart for a tuner: streams and writers do not. */
record MessageKey(Collective collective, DataType dataType, RedOp redOp, long bytes)
    implements Comparable<MessageKey> {
  private static final int WIDEST_ELEMENT = 8;

  static MessageKey of(CallKey k) {
    return new MessageKey(k.collective(), k.dataType(), k.redOp(), k.bytes());
  }

  /**
   * An AllReduce of one element carries no activations: it is PyTorch's barrier (torch/csrc/
   * distributed/c10d/ProcessGroupNCCL.cpp, barrier) or the call that warms a communicator up (vLLM
   * and SGLang, pynccl.py). Where a format gives bytes alone, no more than the widest element.
   */
  static boolean isBarrier(CallKey k) {
    long mostOfOne = k.dataType() == DataType.UNKNOWN ? WIDEST_ELEMENT : 1;
    return k.collective() == Collective.ALL_REDUCE && k.count() <= mostOfOne;
  }

  // By hand: thousands of ranks sort by it, and a chain of comparators takes several times as long.
  @Override
  public int compareTo(MessageKey o) {
    int order =
        Boolean.compare(collective != Collective.ALL_REDUCE, o.collective != Collective.ALL_REDUCE);
    order = order != 0 ? order : collective.compareTo(o.collective);
    order = order != 0 ? order : Long.compare(bytes, o.bytes);
    order = order != 0 ? order : dataType.compareTo(o.dataType);
    return order != 0 ? order : redOp.compareTo(o.redOp);
  }
}
