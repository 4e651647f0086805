package dev.ringside.trace.io;

/**
 * Ray's {@code [repeated 6x across cluster]} behind a line that it folded, the first time with a
 * hint in parentheses behind that. The number counts the printed line too; of the others only that
 * they looked alike is known, since Ray ignores every word with a digit when it compares.
 */
final class RepeatedMark {

  private static final byte[] OPEN = Bytes.of("[repeated ");
  private static final byte[] CLOSE = Bytes.of("x across cluster]");

  private long times;

  /** Where the line ends without the mark; {@code lineTo} where there is none. */
  int begin(byte[] a, int from, int lineTo) {
    times = 0;
    int to = lineTo;
    while (to > from && a[to - 1] == ' ') {
      to--;
    }
    if (to <= from || (a[to - 1] != ']' && a[to - 1] != ')')) {
      return lineTo;
    }
    int open = Bytes.indexOf(a, from, to, OPEN);
    if (open < 0) {
      return lineTo;
    }
    int digits = open + OPEN.length;
    int digitsEnd = Bytes.digitsEnd(a, digits, to);
    long number = Bytes.decimal(a, digits, digitsEnd);
    if (number < 0 || !Bytes.startsWith(a, digitsEnd, to, CLOSE)) {
      return lineTo;
    }
    times = number;
    int end = open;
    while (end > from && a[end - 1] == ' ') {
      end--;
    }
    return end;
  }

  /** The number in the last mark that was looked for; 0 where there was none. */
  long times() {
    return times;
  }
}
