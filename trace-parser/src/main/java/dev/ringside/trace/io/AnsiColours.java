package dev.ringside.trace.io;

/**
 * Terminal colours in a log: real escape sequences, and what is left of them where a collector
 * replaced or dropped the escape byte: {@code #x1B[36m}, {@code \x1b[0m}, {@code [0m}.
 */
final class AnsiColours {

  private static final byte ESC = 0x1b;

  /** Spellings of the escape byte in text, tried in front of a bracket. */
  private static final byte[][] SPELLINGS = {
    Bytes.of("#x1B"), Bytes.of("#x1b"), Bytes.of("\\x1b"), Bytes.of("\\x1B"), Bytes.of("\\u001b"),
    Bytes.of("\\u001B"), Bytes.of("\\033"), Bytes.of("\\e"), Bytes.of("^["), Bytes.of("#033"),
  };

  private AnsiColours() {}

  /** Where the first colour begins, or -1. */
  static int firstIn(byte[] a, int from, int to) {
    for (int i = Bytes.indexOf(a, from, to, (byte) '[');
        i < to;
        i = Bytes.indexOf(a, i + 1, to, (byte) '[')) {
      if (sequenceEnd(a, i, to, i > from && a[i - 1] == ESC) > 0) {
        return escapeBegin(a, from, i);
      }
    }
    return -1;
  }

  /**
   * Closes the gaps, in place.
   *
   * @return the new end
   */
  static int remove(byte[] a, int from, int to) {
    int write = from;
    int read = from;
    int search = from;
    while (read < to) {
      int next = Bytes.indexOf(a, search, to, (byte) '[');
      int end = next < to ? sequenceEnd(a, next, to, next > read && a[next - 1] == ESC) : to;
      if (end < 0) {
        search = next + 1;
        continue;
      }
      int keep = next < to ? escapeBegin(a, read, next) : to;
      System.arraycopy(a, read, a, write, keep - read);
      write += keep - read;
      read = end;
      search = end;
    }
    return write;
  }

  /**
   * End of the sequence whose bracket stands at {@code bracket}, or -1. Without an escape byte only
   * the form that sets colours counts: NCCL itself writes {@code [0]}.
   */
  private static int sequenceEnd(byte[] a, int bracket, int to, boolean escaped) {
    int i = bracket + 1;
    while (i < to && (Bytes.isDigit(a[i]) || a[i] == ';' || (escaped && a[i] == '?'))) {
      i++;
    }
    if (i >= to) {
      return -1;
    }
    boolean letter = (a[i] >= 'A' && a[i] <= 'Z') || (a[i] >= 'a' && a[i] <= 'z');
    boolean colour = a[i] == 'm' && i > bracket + 1;
    return colour || (escaped && letter) ? i + 1 : -1;
  }

  private static int escapeBegin(byte[] a, int from, int bracket) {
    if (bracket > from && a[bracket - 1] == ESC) {
      return bracket - 1;
    }
    for (byte[] spelling : SPELLINGS) {
      int begin = bracket - spelling.length;
      if (begin >= from && Bytes.startsWith(a, begin, bracket, spelling)) {
        return begin;
      }
    }
    return bracket;
  }
}
