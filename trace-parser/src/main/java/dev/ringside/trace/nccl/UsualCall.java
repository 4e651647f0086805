package dev.ringside.trace.nccl;

import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;

/**
 * The usual shape of a call behind {@code opCount }. Where a field ends usually follows from where
 * it begins, and a test that the processor predicts is cheaper than a search whose result the next
 * field waits for; so pointers of twelve digits and numbers of one come first.
 */
final class UsualCall {

  private static final Literal SENDBUFF = Literal.of(" sendbuff ");
  private static final Literal RECVBUFF = Literal.of(" recvbuff ");
  private static final Literal COUNT = Literal.of(" count ");
  private static final Literal DATATYPE = Literal.of(" datatyp");
  private static final Literal OP = Literal.of("e \0 op \0", 2, 7);
  private static final Literal ROOT = Literal.of(" root \0 ", 6);
  private static final Literal COMM = Literal.of(" comm 0x");
  private static final Literal NRANKS = Literal.of(" [nranks=");
  private static final Literal STREAM = Literal.of("] stream ");
  private static final Literal POINTER = Literal.of("0x");
  private static final Literal NIL = Literal.of("(nil)\n");

  /** Digits of {@code datatype}, {@code op} and {@code root} behind {@code count}'s number. */
  private static final int TYPE_AT = 10;

  private static final int OP_AT = 15;
  private static final int ROOT_AT = 22;
  private static final int COMM_AT = 23;

  private static final DataType[] TYPES = DataType.values();
  private static final RedOp[] RED_OPS = {RedOp.SUM, RedOp.PROD, RedOp.MAX, RedOp.MIN, RedOp.AVG};

  private final PointerCache pointers = new PointerCache();

  /** From behind {@code opCount } to the number of the count, or -1. */
  static int buffersEnd(byte[] a, int from) {
    int at = FieldScanner.hexEnd(a, from);
    if (at < 0 || !SENDBUFF.isAt(a, at)) {
      return -1;
    }
    at = FieldScanner.pointerEnd(a, at + SENDBUFF.length());
    if (at < 0 || !RECVBUFF.isAt(a, at)) {
      return -1;
    }
    at = FieldScanner.pointerEnd(a, at + RECVBUFF.length());
    return at < 0 || !COUNT.isAt(a, at) ? -1 : at + COUNT.length();
  }

  /** Reads and keeps what stands behind the count; begin of the next line, or -1. */
  int read(byte[] a, int from, LastCall into) {
    int at = from;
    if (!DATATYPE.isAt(a, at)
        || !OP.isAt(a, at + DATATYPE.length())
        || !ROOT.isAt(a, at + OP_AT + 1)
        || !COMM.isAt(a, at + COMM_AT)) {
      return -1;
    }
    int type = a[at + TYPE_AT] - '0';
    int redOp = a[at + OP_AT] - '0';
    int root = a[at + ROOT_AT] - '0';
    if (type < 0 || type > 9 || redOp < 0 || redOp >= RED_OPS.length || root < 0 || root > 9) {
      return -1;
    }
    at += COMM_AT + COMM.length();
    int commEnd = FieldScanner.pointerEnd(a, at - POINTER.length());
    if (commEnd < 0 || !pointers.find(a, at, commEnd) || !NRANKS.isAt(a, commEnd)) {
      return -1;
    }
    long comm = pointers.value();
    at = commEnd + NRANKS.length();
    int nRanks = a[at] - '0';
    if (nRanks < 0 || nRanks > 9) {
      return -1;
    }
    at++;
    if (a[at] != ']') {
      int ones = a[at] - '0';
      if (ones < 0 || ones > 9) {
        return -1;
      }
      nRanks = nRanks * 10 + ones;
      at++;
    }
    if (!STREAM.isAt(a, at)) {
      return -1;
    }
    at += STREAM.length();
    long stream = 0;
    int end = at + NIL.length() - 1;
    if (POINTER.isAt(a, at)) {
      end = FieldScanner.pointerEnd(a, at);
      if (end < 0 || a[end] != '\n' || !pointers.find(a, at + POINTER.length(), end)) {
        return -1;
      }
      stream = pointers.value();
    } else if (!NIL.isAt(a, at)) {
      return -1;
    }
    into.set(TYPES[type], RED_OPS[redOp], root);
    into.set(comm, nRanks, stream);
    into.keep(a, from, end + 1);
    return end + 1;
  }
}
