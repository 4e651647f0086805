package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceSink;
import java.util.Arrays;

/**
 * What stood behind the count in the last call of one writer, as bytes and as values. A rank calls
 * with one type on one communicator and stream for long, so that this end of its lines is mostly
 * what it was: to compare it costs a tenth of reading it.
 */
final class LastCall {

  /** Longer ones are read anew each time. */
  private static final int MOST = 192;

  private byte[] text = {};
  private int length;

  private DataType type = DataType.INT8;
  private RedOp redOp = RedOp.SUM;
  private int root;
  private long comm;
  private int nRanks;
  private long stream;

  /** Length of the end, its line end included; 0 for nothing. */
  int length() {
    return length;
  }

  boolean isAt(byte[] a, int at) {
    return length > 0 && Arrays.equals(text, 0, length, a, at, at + length);
  }

  /** Keeps the bytes of an end whose values were set. */
  void keep(byte[] a, int from, int to) {
    if (text.length == 0) {
      text = new byte[MOST];
    }
    length = to - from <= MOST ? to - from : 0;
    System.arraycopy(a, from, text, 0, length);
  }

  void set(DataType itsType, RedOp itsRedOp, int itsRoot) {
    type = itsType;
    redOp = itsRedOp;
    root = itsRoot;
  }

  void set(long itsComm, int itsRanks, long itsStream) {
    comm = itsComm;
    nRanks = itsRanks;
    stream = itsStream;
  }

  void push(int site, Collective op, long count, TraceSink sink, long offset) {
    sink.collective(site, comm, op, type, redOp, count, root, nRanks, stream, offset);
  }
}
