package dev.ringside.trace.io;

/** Times that a collector or NCCL itself puts in front of a line. */
public final class Timestamps {

  private static final byte[] CRI_OUT = Bytes.of("stdout ");
  private static final byte[] CRI_ERR = Bytes.of("stderr ");
  private static final String[] MONTHS = {
    "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "
  };

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
    int end = -1;
    if (a[at] == '[') {
      end = bracketed(a, at, to);
    } else if (Bytes.isDigit(a[at])) {
      end = numeric(a, at, to);
    } else if (a[at] >= 'A' && a[at] <= 'S') {
      end = syslog(a, at, to);
    }
    return end < 0 ? at : end;
  }

  private static int numeric(byte[] a, int at, int to) {
    if (!isDate(a, at, to)) {
      return epoch(a, at, to);
    }
    return a[at + 10] == 'T' ? rfc3339(a, at, to) : spaced(a, at, to);
  }

  /**
   * {@code May 13 18:01:41 }, as syslog and {@code ts} write it, with or without parts of a second;
   * -1 where there is none.
   */
  public static int syslog(byte[] a, int at, int to) {
    if (to - at < 16 || !isClock(a, at + 7) || a[at + 6] != ' ' || !Bytes.isDigit(a[at + 5])) {
      return -1;
    }
    boolean day = a[at + 4] == ' ' || Bytes.isDigit(a[at + 4]);
    return day && isMonth(a, at) ? behindFraction(a, at + 15, to) : -1;
  }

  private static boolean isMonth(byte[] a, int at) {
    for (String month : MONTHS) {
      if (a[at] == month.charAt(0)
          && a[at + 1] == month.charAt(1)
          && a[at + 2] == month.charAt(2)) {
        return a[at + 3] == ' ';
      }
    }
    return false;
  }

  /** {@code 2026-05-13 18:01:41,123 } and {@code 2026-05-13 18:01:41.123 +0200 }. */
  private static int spaced(byte[] a, int at, int to) {
    if (a[at + 10] != ' ' || !isClock(a, at + 11)) {
      return -1;
    }
    int end = behindFraction(a, at + 19, to);
    if (end < 0 || end + 5 >= to || (a[end] != '+' && a[end] != '-')) {
      return end;
    }
    boolean zone = Bytes.digitsEnd(a, end + 1, to) == end + 5 && a[end + 5] == ' ';
    return zone ? end + 6 : end;
  }

  /** {@code 1748030377.123456 }: seconds since 1970, ten digits of them until 2286. */
  private static int epoch(byte[] a, int at, int to) {
    int dot = Bytes.digitsEnd(a, at, to);
    return dot - at == 10 && dot < to && a[dot] == '.' ? behindFraction(a, dot, to) : -1;
  }

  /** {@code 18:01:41}; needs eight readable bytes. */
  private static boolean isClock(byte[] a, int at) {
    return a[at + 2] == ':'
        && a[at + 5] == ':'
        && Bytes.digitsEnd(a, at, at + 2) == at + 2
        && Bytes.digitsEnd(a, at + 3, at + 5) == at + 5
        && Bytes.digitsEnd(a, at + 6, at + 8) == at + 8;
  }

  private static int behindFraction(byte[] a, int at, int to) {
    int end = at;
    if (end < to && (a[end] == '.' || a[end] == ',')) {
      end = Bytes.digitsEnd(a, end + 1, to);
    }
    return end < to && a[end] == ' ' ? end + 1 : -1;
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
    return Bytes.isDigit(b) || b == ':' || b == '.' || b == ',' || b == 'Z' || b == '+' || b == '-';
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
