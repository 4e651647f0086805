package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.util.Arrays;

/**
 * The last choice of one writer, with the bytes that stood behind its size; see {@link LastCall}.
 */
final class LastChoice {

  private static final int MOST = 96;

  private byte[] text = {};
  private int length;

  private TuningChoice choice =
      new TuningChoice(Collective.UNKNOWN, 0, Algorithm.RING, Protocol.SIMPLE, 0);

  /** Length of what stood behind the size, its line end included; 0 for nothing. */
  int length() {
    return length;
  }

  boolean isAt(byte[] a, int at) {
    return length > 0 && Arrays.equals(text, 0, length, a, at, at + length);
  }

  /** Keeps what stands behind the size, as bytes and as values. */
  void keep(byte[] a, int from, int to, TuningChoice its) {
    if (text.length == 0) {
      text = new byte[MOST];
    }
    length = to - from <= MOST ? to - from : 0;
    System.arraycopy(a, from, text, 0, length);
    choice = its;
  }

  void push(int site, Collective op, long bytes, TraceSink sink, long offset) {
    if (choice.op() != op || choice.bytes() != bytes) {
      choice =
          new TuningChoice(op, bytes, choice.algorithm(), choice.protocol(), choice.channels());
    }
    sink.choice(site, choice, offset);
  }
}
