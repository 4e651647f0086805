package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.Timestamps;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.TraceSink;
import java.util.Arrays;

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

  /** Half a kilobyte each; lines of further writers are read the general way. */
  private static final int MOST_WRITERS = 8192;

  private static final Literal INFO = Literal.of("] NCCL INFO ");
  private static final Literal OP_COUNT = Literal.of(": opCount ");
  private static final int COLON = 2;

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

  private final SiteCache sites;
  private final UsualCall call = new UsualCall();
  private final UsualChoice choice = new UsualChoice();
  private LastCall[] lastCalls = {};
  private LastChoice[] lastChoices = {};

  /** Length of the last header; most lines of a log have one of two or three. */
  private int headerLength;

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
    int bracket = key + headerLength;
    // Whether the guess of its length was right shows here: only whole headers are known.
    int site = sites.find(a, key, bracket);
    if (site < 0) {
      bracket = bracket(a, key);
      site = bracket < 0 ? -1 : sites.find(a, key, bracket);
      if (site < 0) {
        return -1;
      }
      headerLength = bracket - key;
    }
    if (site >= lastCalls.length && !makeRoom(site)) {
      return -1;
    }
    LastCall lastCall = lastCalls[site];
    if (lastCall.isFrontAt(a, bracket)) {
      int buffers = UsualCall.buffersEnd(a, bracket + lastCall.frontLength());
      if (buffers >= 0 && lastCall.isRestAt(a, buffers)) {
        lastCall.push(site, sink, offset);
        return buffers + lastCall.restLength();
      }
    } else {
      LastChoice lastChoice = lastChoices[site];
      if (lastChoice.isAt(a, bracket)) {
        lastChoice.push(site, sink, offset);
        return bracket + lastChoice.length();
      }
    }
    return anew(a, bracket, site, offset, sink);
  }

  private int anew(byte[] a, int bracket, int site, long offset, TraceSink sink) {
    if (!INFO.isAt(a, bracket)) {
      return -1;
    }
    int message = bracket + INFO.length();
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].isAt(a, message)) {
        int colon = message + NAMES[i].length() - COLON;
        return OP_COUNT.isAt(a, colon)
            ? call(a, bracket, colon + OP_COUNT.length(), site, OPERATIONS[i], offset, sink)
            : choice(a, bracket, colon + COLON, site, OPERATIONS[i], offset, sink);
      }
    }
    return -1;
  }

  private int call(
      byte[] a, int bracket, int from, int site, Collective op, long offset, TraceSink sink) {
    int buffers = UsualCall.buffersEnd(a, from);
    if (buffers < 0) {
      return -1;
    }
    LastCall last = lastCalls[site];
    int end = call.read(a, buffers, op, last);
    if (end >= 0) {
      last.keep(a, bracket, from, buffers, end);
      last.push(site, sink, offset);
    }
    return end;
  }

  private int choice(
      byte[] a, int bracket, int from, int site, Collective op, long offset, TraceSink sink) {
    LastChoice last = lastChoices[site];
    int end = choice.read(a, from, op, last);
    if (end >= 0) {
      last.keep(a, bracket, end);
      last.push(site, sink, offset);
    }
    return end;
  }

  /** Whether the writer is one of those whose last lines are kept. */
  private boolean makeRoom(int site) {
    if (site >= MOST_WRITERS) {
      return false;
    }
    int known = lastCalls.length;
    lastCalls = Arrays.copyOf(lastCalls, Math.max(site + 1, known * 2));
    lastChoices = Arrays.copyOf(lastChoices, lastCalls.length);
    for (int i = known; i < lastCalls.length; i++) {
      lastCalls[i] = new LastCall();
      lastChoices[i] = new LastChoice();
    }
    return true;
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
}
