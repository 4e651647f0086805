package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceSink;
import java.util.Optional;

/**
 * The message of an API call, the same from 2.16 to 2.30 (NCCL src/enqueue.cc, ncclEnqueueCheck):
 *
 * <pre>
 * NAME: opCount X sendbuff P recvbuff P count N datatype N op N root N comm P [nranks=N] stream P
 * </pre>
 *
 * <p>RCCL appends {@code task N globalrank N}.
 */
final class CallText {

  /** How far a message fits the form. */
  enum Outcome {
    WHOLE,
    /** It fits as far as it goes. */
    CUT,
    BROKEN
  }

  private Collective op = Collective.UNKNOWN;
  private long count;
  private int dataType;
  private long redOp;
  private int root;
  private long comm;
  private int nRanks;
  private long stream;
  private int globalRank;

  /** Reads from the begin of the message; afterwards the cursor stands behind the record. */
  Outcome read(Cursor c) {
    op = OperationName.read(c);
    if (op == Collective.UNKNOWN) {
      c.skipName();
    }
    globalRank = -1;
    boolean whole =
        c.skip(": opCount ") && c.hex() && buffers(c) && what(c) && c.skip(" comm ") && where(c);
    if (!whole) {
      return c.ranOut() ? Outcome.CUT : Outcome.BROKEN;
    }
    globalRank(c);
    return Outcome.WHOLE;
  }

  private static boolean buffers(Cursor c) {
    return c.skip(" sendbuff ") && c.token() && c.skip(" recvbuff ") && c.token();
  }

  private boolean what(Cursor c) {
    if (!c.skip(" count ") || !c.decimal()) {
      return false;
    }
    count = c.value();
    if (!c.skip(" datatype ") || !c.decimal()) {
      return false;
    }
    dataType = (int) Math.min(c.value(), Integer.MAX_VALUE);
    if (!c.skip(" op ") || !c.signed()) {
      return false;
    }
    redOp = c.value();
    if (!c.skip(" root ") || !c.signed()) {
      return false;
    }
    root = (int) c.value();
    return true;
  }

  private boolean where(Cursor c) {
    if (!c.pointer()) {
      return false;
    }
    comm = c.value();
    if (!c.skip(" [nranks=") || !c.decimal()) {
      return false;
    }
    nRanks = (int) Math.min(c.value(), Integer.MAX_VALUE);
    if (!c.skip("] stream ") || !c.pointer()) {
      return false;
    }
    stream = c.value();
    return true;
  }

  private void globalRank(Cursor c) {
    int end = c.at();
    if (c.skip(" task ") && c.decimal() && c.skip(" globalrank ") && c.decimal()) {
      globalRank = (int) c.value();
    } else {
      c.at(end);
    }
  }

  /** Rank that RCCL states; -1 for NCCL, which states none. */
  int rank() {
    return globalRank;
  }

  /** Whether the element type is one that some release to 2.30 has. */
  Optional<DataType> type() {
    return DataType.ofNumber(dataType);
  }

  int typeNumber() {
    return dataType;
  }

  void push(int site, DataType type, TraceSink sink, long offset) {
    sink.collective(
        site, comm, op, type, RedOp.ofNumber(redOp), count, root, nRanks, stream, offset);
  }
}
