package dev.ringside.trace.io;

/** Times that a collector or NCCL itself puts in front of a line. */
public final class Timestamps {

  private static final byte[] CRI_OUT = Bytes.of("stdout ");
  private static final byte[] CRI_ERR = Bytes.of("stderr ");

  private Timestamps() {}

  /** Whether {@link #end} has anything to look for where this byte stands. */
  public static boolean mayBegin(byte first) {
    return first == '[' || Bytes.isDigit(first);
  }

  /**
   * End of a time of either kind that begins at {@code at}, its blank included; {@code at} where
   * there is none.
   */
  public static int end(byte[] a, int at, int to) {
    if (at >= to) {
      return at;
    }
    int end = a[at] == '[' ? bracketed(a, at, to) : Bytes.isDigit(a[at]) ? rfc3339(a, at, to) : -1;
    return end < 0 ? at : end;
  }

  /**
   * {@code 2024-10-23T19:30:56.633819710Z }, and the stream and flag that container runtimes add;
   * -1 where there is none.
   */
  public static int rfc3339(byte[] a, int at, int to) {
    if (!isDate(a, at, to) || a[at + 10] != 'T' || a[at + 13] != ':' || a[at + 16] != ':') {
      return -1;
    }
    int end = at + 11;
    while (end < to && isTimeByte(a[end])) {
      end++;
    }
    if (end >= to || a[end] != ' ') {
      return -1;
    }
    int text = end + 1;
    if (Bytes.startsWith(a, text, to, CRI_OUT) || Bytes.startsWith(a, text, to, CRI_ERR)) {
      int flag = text + CRI_OUT.length;
      boolean flagged = flag + 1 < to && (a[flag] == 'F' || a[flag] == 'P') && a[flag + 1] == ' ';
      return flagged ? flag + 2 : flag;
    }
    return text;
  }

  /**
   * {@code [2026-05-13 18:01:41] }: NCCL_DEBUG_TIMESTAMP_FORMAT as it is by default, with or
   * without parts of a second; -1 where there is none.
   */
  public static int bracketed(byte[] a, int at, int to) {
    int date = at + 1;
    if (a[at] != '[' || !isDate(a, date, to) || a[date + 10] != ' ' || a[date + 13] != ':') {
      return -1;
    }
    int close = Bytes.indexOf(a, date + 16, Math.min(to, at + 40), (byte) ']');
    for (int i = date + 11; i < close; i++) {
      if (!Bytes.isDigit(a[i]) && a[i] != ':' && a[i] != '.' && a[i] != ',') {
        return -1;
      }
    }
    boolean closed = close + 1 < to && a[close] == ']' && a[close + 1] == ' ';
    return closed ? close + 2 : -1;
  }

  private static boolean isTimeByte(byte b) {
    return Bytes.isDigit(b) || b == ':' || b == '.' || b == 'Z' || b == '+' || b == '-';
  }

  private static boolean isDate(byte[] a, int at, int to) {
    return to - at >= 20
        && Bytes.digitsEnd(a, at, at + 4) == at + 4
        && a[at + 4] == '-'
        && Bytes.digitsEnd(a, at + 5, at + 7) == at + 7
        && a[at + 7] == '-'
        && Bytes.digitsEnd(a, at + 8, at + 10) == at + 10;
  }
}
