package dev.ringside.trace.nccl;

import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.RecordSplitter;

/** NCCL's records, wherever in a line they stand. */
public final class NcclLines implements RecordSplitter {

  @Override
  public int takeUsual(byte[] a, int from, int to, long offset, LineContext line) {
    return from;
  }

  @Override
  public boolean split(byte[] a, int from, int to, LineContext line, Rest rest) {
    return false;
  }

  @Override
  public void end(LineContext line) {}
}
