package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.Timestamps;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceSink;

/**
 * The hot path: whole lines that hold one call, or one choice of NCCL 2.24 and later, behind a
 * header whose writer is known. Everything is compared, nothing assumed: a line that differs in one
 * byte is left to the general way, which comes to the same records more slowly.
 */
final class UsualLines {

  /** No usual line is longer; inside the last so many bytes of a chunk none is looked for. */
  private static final int LONGEST = 512;

  /** The bracket of the device stands this near to the begin of a line, launchers included. */
  private static final int LONGEST_HEADER = 160;

  private static final Literal INFO = Literal.of("] NCCL INFO ");
  private static final Literal OP_COUNT = Literal.of(": opCount ");
  private static final Literal SENDBUFF = Literal.of(" sendbuff ");
  private static final Literal RECVBUFF = Literal.of(" recvbuff ");
  private static final Literal COUNT = Literal.of(" count ");
  private static final Literal DATATYPE = Literal.of(" datatype ");
  private static final Literal OP = Literal.of(" op ");
  private static final Literal ROOT = Literal.of(" root ");
  private static final Literal COMM = Literal.of(" comm 0x");
  private static final Literal NRANKS = Literal.of(" [nranks=");
  private static final Literal STREAM = Literal.of("] stream ");
  private static final Literal POINTER = Literal.of("0x");
  private static final Literal NIL = Literal.of("(nil)");
  private static final Literal COLON = Literal.of(": ");
  private static final Literal ALGO = Literal.of(" Bytes -> Algo ");
  private static final Literal RING = Literal.of("RING proto ");
  private static final Literal TREE = Literal.of("TREE proto ");
  private static final Literal NVLS = Literal.of("NVLS proto ");
  private static final Literal LL = Literal.of("LL channel");
  private static final Literal LL128 = Literal.of("LL128 channel");
  private static final Literal SIMPLE = Literal.of("SIMPLE channel");
  private static final Literal LO_HI = Literal.of("{Lo..Hi}={");
  private static final Literal TO = Literal.of("..");
  private static final Literal CLOSE = Literal.of("}\n");

  private static final Collective[] OPERATIONS = {
    Collective.ALL_REDUCE,
    Collective.ALL_GATHER,
    Collective.REDUCE_SCATTER,
    Collective.BROADCAST,
    Collective.SEND,
    Collective.RECV,
    Collective.ALL_TO_ALL,
    Collective.REDUCE,
  };
  private static final Literal[] NAMES = names();

  private static final DataType[] TYPES = DataType.values();
  private static final RedOp[] RED_OPS = {RedOp.SUM, RedOp.PROD, RedOp.MAX, RedOp.MIN, RedOp.AVG};

  private final SiteCache sites;
  private final PointerCache pointers = new PointerCache();

  UsualLines(SiteCache sites) {
    this.sites = sites;
  }

  private static Literal[] names() {
    Literal[] names = new Literal[OPERATIONS.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = Literal.of(OPERATIONS[i].ncclName() + ": ");
    }
    return names;
  }

  /** See {@link dev.ringside.trace.io.RecordSplitter#takeUsual}. */
  int take(byte[] a, int from, int to, long offset, LineContext line) {
    TraceSink sink = line.sink();
    int at = from;
    while (at + LONGEST <= to) {
      int next = line(a, at, offset + at, sink);
      if (next < 0) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** Begin of the next line, or -1. */
  private int line(byte[] a, int from, long offset, TraceSink sink) {
    int key = Timestamps.end(a, from, from + LONGEST_HEADER);
    int bracket = bracket(a, key);
    if (bracket < 0) {
      return -1;
    }
    int site = sites.find(a, key, bracket);
    if (site < 0) {
      return -1;
    }
    int message = bracket + INFO.length();
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].isAt(a, message)) {
        int colon = message + NAMES[i].length() - COLON.length();
        return OP_COUNT.isAt(a, colon)
            ? call(a, colon + OP_COUNT.length(), site, OPERATIONS[i], offset, sink)
            : choice(a, colon + COLON.length(), site, OPERATIONS[i], offset, sink);
      }
    }
    return -1;
  }

  /** Index of the bracket in front of {@code NCCL INFO}, or -1. */
  private static int bracket(byte[] a, int from) {
    int limit = from + LONGEST_HEADER;
    for (int i = Bytes.indexOf(a, from, limit, (byte) ']');
        i < limit;
        i = Bytes.indexOf(a, i + 1, limit, (byte) ']')) {
      if (INFO.isAt(a, i)) {
        return i;
      }
    }
    return -1;
  }

  private int call(byte[] a, int from, int site, Collective op, long offset, TraceSink sink) {
    int at = FieldScanner.tokenEnd(a, from);
    if (at < 0 || !FieldScanner.isHex(a, from, at) || !SENDBUFF.isAt(a, at)) {
      return -1;
    }
    at = FieldScanner.tokenEnd(a, at + SENDBUFF.length());
    if (at < 0 || !RECVBUFF.isAt(a, at)) {
      return -1;
    }
    at = FieldScanner.tokenEnd(a, at + RECVBUFF.length());
    if (at < 0 || !COUNT.isAt(a, at)) {
      return -1;
    }
    at += COUNT.length();
    long count = FieldScanner.number(a, at);
    at += (int) count & 31;
    if (count < 0 || !DATATYPE.isAt(a, at)) {
      return -1;
    }
    at += DATATYPE.length();
    long type = FieldScanner.number(a, at);
    at += (int) type & 31;
    if (type < 0 || type >>> 5 >= TYPES.length || !OP.isAt(a, at)) {
      return -1;
    }
    at += OP.length();
    long redOp = FieldScanner.number(a, at);
    at += (int) redOp & 31;
    if (redOp < 0 || redOp >>> 5 >= RED_OPS.length || !ROOT.isAt(a, at)) {
      return -1;
    }
    at += ROOT.length();
    long root = FieldScanner.number(a, at);
    at += (int) root & 31;
    if (root < 0 || root >>> 5 > Integer.MAX_VALUE || !COMM.isAt(a, at)) {
      return -1;
    }
    at += COMM.length();
    int commEnd = FieldScanner.tokenEnd(a, at);
    if (commEnd < 0 || !pointers.find(a, at, commEnd) || !NRANKS.isAt(a, commEnd)) {
      return -1;
    }
    long comm = pointers.value();
    at = commEnd + NRANKS.length();
    long nRanks = FieldScanner.number(a, at);
    at += (int) nRanks & 31;
    if (nRanks < 0 || nRanks >>> 5 > Integer.MAX_VALUE || !STREAM.isAt(a, at)) {
      return -1;
    }
    at += STREAM.length();
    int end = FieldScanner.tokenEnd(a, at);
    if (end < 0 || a[end] != '\n') {
      return -1;
    }
    long stream = 0;
    if (POINTER.isAt(a, at)) {
      if (!pointers.find(a, at + POINTER.length(), end)) {
        return -1;
      }
      stream = pointers.value();
    } else if (end - at != NIL.length() || !NIL.isAt(a, at)) {
      return -1;
    }
    sink.collective(
        site,
        comm,
        op,
        TYPES[(int) (type >>> 5)],
        RED_OPS[(int) (redOp >>> 5)],
        count >>> 5,
        (int) (root >>> 5),
        (int) (nRanks >>> 5),
        stream,
        offset);
    return end + 1;
  }

  private static int choice(
      byte[] a, int from, int site, Collective op, long offset, TraceSink sink) {
    long bytes = FieldScanner.number(a, from);
    int at = from + ((int) bytes & 31);
    if (bytes < 0 || !ALGO.isAt(a, at)) {
      return -1;
    }
    at += ALGO.length();
    Algorithm algorithm;
    if (RING.isAt(a, at)) {
      algorithm = Algorithm.RING;
    } else if (TREE.isAt(a, at)) {
      algorithm = Algorithm.TREE;
    } else if (NVLS.isAt(a, at)) {
      algorithm = Algorithm.NVLS;
    } else {
      return -1;
    }
    at += RING.length();
    Protocol protocol;
    if (LL.isAt(a, at)) {
      protocol = Protocol.LL;
      at += LL.length();
    } else if (LL128.isAt(a, at)) {
      protocol = Protocol.LL128;
      at += LL128.length();
    } else if (SIMPLE.isAt(a, at)) {
      protocol = Protocol.SIMPLE;
      at += SIMPLE.length();
    } else {
      return -1;
    }
    if (!LO_HI.isAt(a, at)) {
      return -1;
    }
    at += LO_HI.length();
    long low = FieldScanner.number(a, at);
    at += (int) low & 31;
    if (low < 0 || !TO.isAt(a, at)) {
      return -1;
    }
    at += TO.length();
    long high = FieldScanner.number(a, at);
    at += (int) high & 31;
    long channels = (high >>> 5) - (low >>> 5) + 1;
    if (high < 0 || channels < 1 || channels > Short.MAX_VALUE || !CLOSE.isAt(a, at)) {
      return -1;
    }
    sink.choice(site, op, bytes >>> 5, algorithm, protocol, (int) channels, Double.NaN, offset);
    return at + CLOSE.length();
  }
}
