package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceSink;
import java.util.Arrays;

/**
 * The last call of one writer, as bytes and as values. The layers of a model make the same call
 * again and again with other buffers, so that all behind the buffers is mostly what it was: to
 * compare it costs a tenth of reading it.
 */
final class LastCall {

  /** Longer ones are read anew each time. */
  private static final int MOST = 192;

  private final byte[] front = new byte[MOST];
  private final byte[] rest = new byte[MOST];
  private int frontLength;
  private int restLength;

  private Collective op = Collective.UNKNOWN;
  private DataType type = DataType.INT8;
  private RedOp redOp = RedOp.SUM;
  private long count;
  private int root;
  private long comm;
  private int nRanks;
  private long stream;

  /** Length of what stands from the device's bracket to behind {@code opCount }; 0 for nothing. */
  int frontLength() {
    return frontLength;
  }

  boolean isFrontAt(byte[] a, int at) {
    return frontLength > 0 && Arrays.equals(front, 0, frontLength, a, at, at + frontLength);
  }

  /** Length of what stands from behind the buffers to behind the line end. */
  int restLength() {
    return restLength;
  }

  boolean isRestAt(byte[] a, int at) {
    return Arrays.equals(rest, 0, restLength, a, at, at + restLength);
  }

  /** Keeps the bytes of a line whose values were set. */
  void keep(byte[] a, int frontFrom, int frontTo, int restFrom, int restTo) {
    boolean fits = frontTo - frontFrom <= MOST && restTo - restFrom <= MOST;
    frontLength = fits ? frontTo - frontFrom : 0;
    restLength = fits ? restTo - restFrom : 0;
    System.arraycopy(a, frontFrom, front, 0, frontLength);
    System.arraycopy(a, restFrom, rest, 0, restLength);
  }

  void set(DataType itsType, RedOp itsRedOp, long itsCount, int itsRoot) {
    type = itsType;
    redOp = itsRedOp;
    count = itsCount;
    root = itsRoot;
  }

  void set(Collective itsOp, long itsComm, int itsRanks, long itsStream) {
    op = itsOp;
    comm = itsComm;
    nRanks = itsRanks;
    stream = itsStream;
  }

  void push(int site, TraceSink sink, long offset) {
    sink.collective(site, comm, op, type, redOp, count, root, nRanks, stream, offset);
  }
}
