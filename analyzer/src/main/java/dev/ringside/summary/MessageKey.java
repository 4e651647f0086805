package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.Comparator;

/** What tells the messages of a communicator apart for a tuner: streams and writers do not. */
record MessageKey(Collective collective, DataType dataType, RedOp redOp, long bytes)
    implements Comparable<MessageKey> {
  private static final int WIDEST_ELEMENT = 8;

  private static final Comparator<MessageKey> ORDER =
      Comparator.comparing((MessageKey k) -> k.collective != Collective.ALL_REDUCE)
          .thenComparing(MessageKey::collective)
          .thenComparingLong(MessageKey::bytes)
          .thenComparing(MessageKey::dataType)
          .thenComparing(MessageKey::redOp);

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

  @Override
  public int compareTo(MessageKey other) {
    return ORDER.compare(this, other);
  }
}
