package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.Timestamps;

/** Where the text ends that another writer left in front of a record. */
final class FrontText {

  private static final byte[] STDOUT = Bytes.of("<stdout>:");
  private static final byte[] STDERR = Bytes.of("<stderr>:");

  private FrontText() {}

  /**
   * Takes away what belongs to the record behind {@code to}: blanks, {@code [2026-05-13 18:01:41]
   * }, {@code 2024-10-23T19:30:56Z }, {@code [0] }, {@code 2: }.
   */
  static int end(byte[] a, int from, int to) {
    int end = to;
    while (true) {
      int begin = lastPrefix(a, from, end);
      if (begin == end) {
        return end;
      }
      end = begin;
    }
  }

  private static int lastPrefix(byte[] a, int from, int to) {
    int launcher = launcher(a, from, to);
    if (launcher >= 0) {
      return launcher;
    }
    int word = to;
    while (word > from && a[word - 1] == ' ') {
      word--;
    }
    if (word == to || word == from) {
      return word == from ? from : to;
    }
    int wordTo = word;
    while (word > from && a[word - 1] != ' ' && a[word] != '[') {
      word--;
    }
    if (Timestamps.rfc3339(a, word, to) == to
        || isLabel(a, word, wordTo)
        || isClock(a, word, wordTo)) {
      return word;
    }
    int stamp = Bytes.blanksEnd(a, from, to);
    for (int i = wordTo - 1; i >= Math.max(stamp, wordTo - 40); i--) {
      if (a[i] == '[' && Timestamps.bracketed(a, i, to) == to) {
        return i;
      }
    }
    return to;
  }

  /** Begin of mpirun's {@code [1,0]<stdout>:}, to which the record is glued; -1 for none. */
  private static int launcher(byte[] a, int from, int to) {
    int end = to;
    while (end > from && a[end - 1] == ' ') {
      end--;
    }
    int stream = end - STDOUT.length;
    boolean isStream =
        stream > from
            && a[stream - 1] == ']'
            && (Bytes.startsWith(a, stream, end, STDOUT)
                || Bytes.startsWith(a, stream, end, STDERR));
    int open = stream - 1;
    while (isStream && open > from && a[open] != '[') {
      open--;
    }
    return isStream && a[open] == '[' ? open : -1;
  }

  /** {@code 18:01:41}, a date joined to it or not, as NCCL_DEBUG_TIMESTAMP_FORMAT may ask for. */
  private static boolean isClock(byte[] a, int from, int to) {
    int colons = 0;
    for (int i = from; i < to; i++) {
      boolean mark = a[i] == ':' || a[i] == '.' || a[i] == '-' || a[i] == '_' || a[i] == '/';
      if (!mark && !Bytes.isDigit(a[i]) && a[i] != 'T' && a[i] != ',') {
        return false;
      }
      colons += a[i] == ':' ? 1 : 0;
    }
    return colons >= 2;
  }

  private static boolean isLabel(byte[] a, int from, int to) {
    if (a[from] == '[') {
      return to - from > 2 && a[to - 1] == ']' && Bytes.digitsEnd(a, from + 1, to) == to - 1;
    }
    return to - from > 1 && a[to - 1] == ':' && Bytes.digitsEnd(a, from, to) == to - 1;
  }
}
