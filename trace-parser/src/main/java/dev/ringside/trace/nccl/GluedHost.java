package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/**
 * Finds where a host name begins that another writer's text runs into: {@code … 0node01:497937:…},
 * {@code … cudaDev 1 nvmnode01:329:329 …}. Nothing marks the place, so it is taken only from what
 * the same line says.
 */
final class GluedHost {

  private static final byte[] STREAM = Bytes.of("stream ");
  private static final byte[] COMPLETE = Bytes.of("COMPLETE");
  private static final byte[] START = Bytes.of("START");

  /** Hexadecimal digits of a pointer on 64-bit Linux: 47 bits of user space. */
  private static final int POINTER_DIGITS = 12;

  private GluedHost() {}

  /**
   * First byte of the host of {@code header}.
   *
   * @param textFrom where the text begins that may run into it
   * @param previous the record in front on the same line, or the same as {@code header}
   */
  static int begin(byte[] a, int textFrom, RecordHeader header, RecordHeader previous) {
    int from = header.hostFrom();
    int to = header.hostTo();
    int known = previous == header ? 0 : previous.hostTo() - previous.hostFrom();
    if (known > 0 && to - from > known && endsAlike(a, to, previous.hostTo(), known)) {
      return to - known;
    }
    if (isBlank(a, textFrom, from)) {
      return from;
    }
    if (Bytes.startsWith(a, Math.max(textFrom, from - STREAM.length), from, STREAM)) {
      return pointerEnd(a, from, to);
    }
    for (byte[] word : new byte[][] {COMPLETE, START}) {
      if (Bytes.startsWith(a, from, to, word) && from + word.length < to) {
        return from + word.length;
      }
    }
    return tableCellEnd(a, textFrom, from, to);
  }

  private static boolean endsAlike(byte[] a, int to, int otherTo, int length) {
    for (int k = 1; k <= length; k++) {
      if (a[to - k] != a[otherTo - k]) {
        return false;
      }
    }
    return true;
  }

  /** Size, count and the begin of a type. */
  private static boolean isRowHead(byte[] a, int from, int to) {
    int at = from;
    for (int numbers = 0; numbers < 2; numbers++) {
      at = Bytes.blanksEnd(a, at, to);
      int end = Bytes.digitsEnd(a, at, to);
      if (end == at || end == to || a[end] != ' ') {
        return false;
      }
      at = end;
    }
    at = Bytes.blanksEnd(a, at, to);
    return at < to && a[at] >= 'a' && a[at] <= 'z';
  }

  /** Whether a launcher's label, not a column, stands in front. */
  private static boolean isBehindLabel(byte[] a, int from, int to) {
    int end = to;
    while (end > from && a[end - 1] == ' ') {
      end--;
    }
    return end > from && (a[end - 1] == ']' || a[end - 1] == ':');
  }

  private static boolean isPadded(byte[] a, int at) {
    return at >= 2 && a[at - 1] == ' ' && a[at - 2] == ' ';
  }

  private static boolean isBlank(byte[] a, int from, int to) {
    return Bytes.blanksEnd(a, from, to) == to;
  }

  private static int pointerEnd(byte[] a, int from, int to) {
    if (a[from] != '0' || a[from + 1] != 'x') {
      return from;
    }
    int i = from + 2;
    int most = Math.min(to, i + POINTER_DIGITS);
    while (i < most && (Bytes.isDigit(a[i]) || (a[i] >= 'a' && a[i] <= 'f'))) {
      i++;
    }
    return i < to ? i : from;
  }

  /**
   * The last number of a benchmark's row, two numbers at least in front of it, or its count, with
   * the size alone in front of it.
   */
  private static int tableCellEnd(byte[] a, int textFrom, int from, int to) {
    int digits = Bytes.digitsEnd(a, from, to);
    if (digits == from || digits == to) {
      return from;
    }
    if (isRowHead(a, textFrom, from) && !isBehindLabel(a, textFrom, from)) {
      return digits;
    }
    int i = from;
    for (int cells = 0; cells < 2; cells++) {
      int end = i;
      while (end > textFrom && a[end - 1] == ' ') {
        end--;
      }
      i = end;
      while (i > textFrom && (Bytes.isDigit(a[i - 1]) || a[i - 1] == '.')) {
        i--;
      }
      if (i == end) {
        boolean isCount = cells == 1 && isBlank(a, textFrom, end) && isPadded(a, from);
        return isCount ? digits : from;
      }
    }
    return digits;
  }
}
