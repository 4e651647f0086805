package dev.ringside.trace.io;

/**
 * Finds where the launcher's part of a line ends. Prefixes may be stacked: a Kubernetes time stamp
 * before a Ray worker before an engine process.
 */
final class ForeignPrefixScanner {

  private static final byte[] PID = Bytes.of("pid=");
  private static final byte[] IP = Bytes.of("ip=");
  private static final byte[] STDOUT = Bytes.of("<stdout>:");
  private static final byte[] STDERR = Bytes.of("<stderr>:");

  private ForeignPrefix found = ForeignPrefix.NONE;
  private String process = "";
  private long pid = -1;
  private String address = "";
  private int label = -1;

  /** What the last call of {@link #end} found. */
  ForeignPrefix found() {
    return found;
  }

  /** Index of the first byte behind all prefixes; blanks behind them are kept. */
  int end(byte[] a, int from, int to) {
    process = "";
    pid = -1;
    address = "";
    label = -1;
    int at = from;
    while (true) {
      int next = one(a, at, to);
      if (next < 0) {
        found =
            process.isEmpty() && pid < 0 && address.isEmpty() && label < 0
                ? ForeignPrefix.NONE
                : new ForeignPrefix(process, pid, address, label);
        return at;
      }
      at = next;
    }
  }

  /** End of the one prefix that begins at {@code at}, or -1. */
  private int one(byte[] a, int at, int to) {
    if (at >= to) {
      return -1;
    }
    int end =
        switch (a[at]) {
          case '(' -> worker(a, at, to);
          case '[' -> bracketLabel(a, at, to);
          case ' ', '\t' -> indented(a, at, to);
          default -> stamped(a, at, to);
        };
    if (end < 0) {
      end = CollectorPrefix.end(a, at, to);
    }
    return end >= 0 ? end : CopyMarks.end(a, at, to);
  }

  /** A label that was padded, a number that an editor put there, or a prefix that was indented. */
  private int indented(byte[] a, int at, int to) {
    int text = Bytes.blanksEnd(a, at, to);
    int digits = Bytes.digitsEnd(a, text, to);
    if (digits > text && digits < to && a[digits] == '\t') {
      return digits + 1;
    }
    return text == to ? -1 : one(a, text, to);
  }

  /** A time, and what stands behind times only. */
  private int stamped(byte[] a, int at, int to) {
    if (Bytes.isDigit(a[at])) {
      int end = Timestamps.end(a, at, to);
      return end > at ? behindTime(a, end, to, false) : stepLabel(a, at, to);
    }
    int end = Timestamps.syslog(a, at, to);
    return end > 0 ? behindTime(a, end, to, true) : datedStream(a, at, to);
  }

  private static int behindTime(byte[] a, int at, int to, boolean isSyslog) {
    int program = CollectorPrefix.program(a, at, to, isSyslog);
    return program < 0 ? at : program;
  }

  /** {@code (RayWorkerWrapper pid=647, ip=192.0.2.76) } and {@code (Worker_TP0 pid=124) }. */
  private int worker(byte[] a, int at, int to) {
    int close = Bytes.indexOf(a, at, Math.min(to, at + 200), (byte) ')');
    int pidAt = Bytes.indexOf(a, at, close, PID);
    if (close >= to || a[close] != ')' || pidAt < 0) {
      return -1;
    }
    int pidEnd = Bytes.digitsEnd(a, pidAt + PID.length, close);
    long number = Bytes.decimal(a, pidAt + PID.length, pidEnd);
    if (number < 0) {
      return -1;
    }
    process = Bytes.text(a, at + 1, Math.max(at + 1, pidAt - 1));
    pid = number;
    int ipAt = Bytes.indexOf(a, pidEnd, close, IP);
    if (ipAt >= 0) {
      address = Bytes.text(a, ipAt + IP.length, close);
    }
    return Bytes.blanksEnd(a, close + 1, Math.min(to, close + 2));
  }

  /** mpirun's {@code [1,0]<stdout>:}, torchrun's {@code [default0]:}, plain {@code [0] }. */
  private int bracketLabel(byte[] a, int at, int to) {
    int close = Bytes.indexOf(a, at, Math.min(to, at + 128), (byte) ']');
    if (close >= to || a[close] != ']') {
      return -1;
    }
    int comma = lastComma(a, at, close);
    if (comma > at) {
      return Bytes.digitsEnd(a, comma + 1, close) == close && isJob(a, at + 1, comma)
          ? launched(a, comma, close, to)
          : -1;
    }
    int digits = Bytes.digitsEnd(a, at + 1, close);
    if (digits == close && close > at + 1 && close + 1 < to && a[close + 1] == ' ') {
      return close + 2;
    }
    boolean colon = close + 1 < to && a[close + 1] == ':';
    return colon && isName(a, at + 1, close)
        ? Bytes.blanksEnd(a, close + 2, Math.min(to, close + 3))
        : -1;
  }

  private int launched(byte[] a, int comma, int close, int to) {
    int end = stream(a, close + 1, to);
    if (end >= 0 && close > comma + 1) {
      label = (int) Bytes.decimal(a, comma + 1, Math.min(close, comma + 9));
    }
    return end;
  }

  private static int lastComma(byte[] a, int from, int to) {
    int i = to;
    while (i > from && a[i] != ',') {
      i--;
    }
    return i;
  }

  /** Open MPI's number or name of a job: {@code 1}, {@code job1}, {@code prterun-host-12@1}. */
  private static boolean isJob(byte[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      if (a[i] != '@' && !isNameByte(a[i])) {
        return false;
      }
    }
    return to > from;
  }

  private static boolean isName(byte[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isNameByte(a[i])) {
        return false;
      }
    }
    return to > from;
  }

  private static boolean isNameByte(byte b) {
    boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    return letter || Bytes.isDigit(b) || b == '_' || b == '-' || b == '/' || b == '.';
  }

  private static int stream(byte[] a, int at, int to) {
    if (Bytes.startsWith(a, at, to, STDOUT) || Bytes.startsWith(a, at, to, STDERR)) {
      return at + STDOUT.length;
    }
    return at < to && a[at] == ':' ? at + 1 : -1;
  }

  /** srun's {@code 12: } and {@code 2: }: the number of the task in the step, not a rank. */
  private static int stepLabel(byte[] a, int at, int to) {
    int digits = Bytes.digitsEnd(a, at, to);
    boolean number = digits > at && digits - at <= 6;
    return number && digits + 1 < to && a[digits] == ':' && a[digits + 1] == ' ' ? digits + 2 : -1;
  }

  /** {@code Thu Jul 18 15:41:05 2024<stdout>:} and {@code … 2024[1,0]<stdout>:}. */
  private int datedStream(byte[] a, int at, int to) {
    int date = at + 4;
    int year = at + 20;
    if (to - at < 26 || Timestamps.syslog(a, date, to) != year) {
      return -1;
    }
    int end = Bytes.digitsEnd(a, year, year + 4);
    if (end != year + 4) {
      return -1;
    }
    return a[end] == '[' ? bracketLabel(a, end, to) : a[end] == '<' ? stream(a, end, to) : -1;
  }
}
