package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.Timestamps;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.TraceSink;

/**
 * The hot path: whole lines that hold one call, one choice of NCCL 2.24 and later, or one
 * connection, behind a front whose writer is known. Everything is compared, nothing assumed: a line
 * that differs in one byte is left to the general way, which comes to the same records more slowly.
 *
 * <p>Methods are small enough for the first level of the compiler to inline the small ones into the
 * large: the launcher stops there, since the next level costs more than a log of a gigabyte repays.
 */
final class UsualLines {

  /** No usual line is longer; inside the last so many bytes of a chunk none is looked for. */
  private static final int LONGEST = 512;

  /** A message begins this near to the begin of its line, launchers included. */
  private static final int LONGEST_FRONT = 172;

  private static final Literal INFO = Literal.of("] NCCL INFO ");
  private static final Literal OP_COUNT = Literal.of("opCount ");

  private final KnownWriters writers;
  private final UsualCall call = new UsualCall();
  private final UsualChannel channel;

  /** Length of the last front; most lines of a log have one of two or three. */
  private int frontLength = INFO.length();

  UsualLines(KnownWriters writers, LastTransport transport) {
    this.writers = writers;
    this.channel = new UsualChannel(transport);
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
    int front = Timestamps.mayBegin(a[from]) ? Timestamps.end(a, from, from + LONGEST_FRONT) : from;
    int message = front + frontLength;
    // Whether the guess of its length was right shows here: only whole fronts are known.
    KnownWriter writer = writers.find(a, front, message);
    if (writer == KnownWriter.NOBODY) {
      message = message(a, front);
      writer = message < 0 ? writer : writers.find(a, front, message);
      if (writer == KnownWriter.NOBODY) {
        return -1;
      }
      frontLength = message - front;
    }
    int name = UsualNames.find(a, message);
    if (name < 0) {
      return UsualChannel.CHANNEL.isAt(a, message)
          ? channel.read(a, message + UsualChannel.CHANNEL.length(), writer.site(), sink, offset)
          : -1;
    }
    Collective op = UsualNames.operation(name);
    int at = message + UsualNames.length(name);
    return OP_COUNT.isAt(a, at)
        ? call(a, at + OP_COUNT.length(), writer, op, offset, sink)
        : choice(a, at, writer, op, offset, sink);
  }

  private int call(
      byte[] a, int from, KnownWriter writer, Collective op, long offset, TraceSink sink) {
    int number = UsualCall.buffersEnd(a, from);
    if (number < 0) {
      return -1;
    }
    long count = FieldScanner.number(a, number);
    if (count < 0) {
      return -1;
    }
    LastCall last = writer.lastCall();
    int behind = number + FieldScanner.length(count);
    int end = last.isAt(a, behind) ? behind + last.length() : call.read(a, behind, last);
    if (end >= 0) {
      last.push(writer.site(), op, FieldScanner.value(count), sink, offset);
    }
    return end;
  }

  private static int choice(
      byte[] a, int from, KnownWriter writer, Collective op, long offset, TraceSink sink) {
    long bytes = FieldScanner.number(a, from);
    if (bytes < 0) {
      return -1;
    }
    LastChoice last = writer.lastChoice();
    int behind = from + FieldScanner.length(bytes);
    int end =
        last.isAt(a, behind)
            ? behind + last.length()
            : UsualChoice.read(a, behind, op, FieldScanner.value(bytes), last);
    if (end >= 0) {
      last.push(writer.site(), op, FieldScanner.value(bytes), sink, offset);
    }
    return end;
  }

  /** Begin of the message behind the first {@code NCCL INFO } that a device precedes, or -1. */
  private static int message(byte[] a, int from) {
    int limit = from + LONGEST_FRONT - INFO.length();
    for (int i = Bytes.indexOf(a, from, limit, (byte) ']');
        i < limit;
        i = Bytes.indexOf(a, i + 1, limit, (byte) ']')) {
      if (INFO.isAt(a, i)) {
        return i + INFO.length();
      }
    }
    return -1;
  }
}
