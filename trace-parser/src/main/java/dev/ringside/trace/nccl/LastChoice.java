package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.util.Arrays;

/** The last choice of one writer, as bytes and as values; see {@link LastCall}. */
final class LastChoice {

  private static final int MOST = 192;

  private final byte[] text = new byte[MOST];
  private int length;

  private TuningChoice choice =
      new TuningChoice(Collective.UNKNOWN, 0, Algorithm.RING, Protocol.SIMPLE, 0);

  /** Length of what stands from the device's bracket to behind the line end; 0 for nothing. */
  int length() {
    return length;
  }

  boolean isAt(byte[] a, int at) {
    return length > 0 && Arrays.equals(text, 0, length, a, at, at + length);
  }

  /** Keeps the bytes of a line whose values were set. */
  void keep(byte[] a, int from, int to) {
    length = to - from <= MOST ? to - from : 0;
    System.arraycopy(a, from, text, 0, length);
  }

  void set(TuningChoice its) {
    choice = its;
  }

  void push(int site, TraceSink sink, long offset) {
    sink.choice(site, choice, offset);
  }
}
