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
    byte first = a[at];
    if (first == '(') {
      return worker(a, at, to);
    }
    if (first == '[') {
      return bracketLabel(a, at, to);
    }
    if (Bytes.isDigit(first)) {
      int end = Timestamps.rfc3339(a, at, to);
      return end > 0 ? end : stepLabel(a, at, to);
    }
    return first >= 'A' && first <= 'Z' ? datedStream(a, at, to) : -1;
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
    int close = Bytes.indexOf(a, at, Math.min(to, at + 64), (byte) ']');
    if (close >= to || a[close] != ']') {
      return -1;
    }
    int digits = Bytes.digitsEnd(a, at + 1, close);
    if (digits > at + 1 && digits < close && a[digits] == ',') {
      if (Bytes.digitsEnd(a, digits + 1, close) != close) {
        return -1;
      }
      int end = stream(a, close + 1, to);
      if (end >= 0) {
        label = (int) Bytes.decimal(a, digits + 1, Math.min(close, digits + 9));
      }
      return end;
    }
    if (digits == close && close > at + 1 && close + 1 < to && a[close + 1] == ' ') {
      return close + 2;
    }
    boolean colon = close + 1 < to && a[close + 1] == ':';
    return colon && isName(a, at + 1, close)
        ? Bytes.blanksEnd(a, close + 2, Math.min(to, close + 3))
        : -1;
  }

  private static boolean isName(byte[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = a[i];
      boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
      if (!letter && !Bytes.isDigit(b) && b != '_' && b != '-' && b != '/' && b != '.') {
        return false;
      }
    }
    return to > from;
  }

  private static int stream(byte[] a, int at, int to) {
    if (Bytes.startsWith(a, at, to, STDOUT) || Bytes.startsWith(a, at, to, STDERR)) {
      return at + STDOUT.length;
    }
    return at < to && a[at] == ':' ? at + 1 : -1;
  }

  /** srun's {@code 12: }: the number of the task in the step, not a rank. */
  private static int stepLabel(byte[] a, int at, int to) {
    int digits = Bytes.digitsEnd(a, at, to);
    boolean label = digits - at <= 6 && digits + 1 < to && a[digits] == ':' && a[digits + 1] == ' ';
    return label ? digits + 2 : -1;
  }

  /** {@code Thu Jul 18 15:41:05 2024<stdout>:}. */
  private static int datedStream(byte[] a, int at, int to) {
    int mark = Bytes.indexOf(a, at, Math.min(to, at + 40), (byte) '<');
    return mark < to && a[mark] == '<' && mark - at >= 20 ? stream(a, mark, to) : -1;
  }
}
