package dev.ringside.trace.io;

/**
 * What log collectors write in front of a line besides the time: docker compose and process
 * managers, kubectl, syslog and journald, Loki's client, parallel shells. None of it says anything
 * about the writer, whose host and pid are those of its container.
 */
final class CollectorPrefix {

  /** Longest name of a service, container, host or program that is looked for. */
  private static final int LONGEST_NAME = 128;

  private CollectorPrefix() {}

  /** End of the prefix that begins at {@code at}, -1 where there is none. */
  static int end(byte[] a, int at, int to) {
    return switch (a[at]) {
      case '[' -> kubectl(a, at, to);
      case '{' -> labels(a, at, to);
      default -> named(a, clockEnd(a, at, to), to);
    };
  }

  /** {@code 18:01:41 }, which process managers write in front of a name. */
  private static int clockEnd(byte[] a, int at, int to) {
    boolean clock = to - at > 9 && a[at + 2] == ':' && a[at + 5] == ':' && a[at + 8] == ' ';
    return clock && Bytes.digitsEnd(a, at, to) == at + 2 ? at + 9 : at;
  }

  /**
   * {@code HOST PROGRAM[PID]: }, which syslog and journald write behind the time.
   *
   * @param isSyslog whether the time was syslog's own, behind which {@code HOST PROGRAM: } will do
   */
  static int program(byte[] a, int at, int to, boolean isSyslog) {
    int first = nameEnd(a, at, to);
    if (first == at || first >= to) {
      return -1;
    }
    int alone = identified(a, first, to);
    if (alone >= 0 || a[first] != ' ') {
      return alone;
    }
    int second = nameEnd(a, first + 1, to);
    if (second == first + 1) {
      return -1;
    }
    int end = identified(a, second, to);
    return end < 0 && isSyslog ? colon(a, second, to) : end;
  }

  /** {@code [4242]: }. */
  private static int identified(byte[] a, int at, int to) {
    if (at >= to || a[at] != '[') {
      return -1;
    }
    int close = Bytes.digitsEnd(a, at + 1, to);
    return close > at + 1 && close < to && a[close] == ']' ? colon(a, close + 1, to) : -1;
  }

  private static int colon(byte[] a, int at, int to) {
    return at + 1 < to && a[at] == ':' && a[at + 1] == ' ' ? at + 2 : -1;
  }

  /** {@code [pod/llm-0/vllm] }, {@code [pod/llm-0 vllm] } and kubetail's {@code [llm-0 vllm] }. */
  private static int kubectl(byte[] a, int at, int to) {
    int first = nameEnd(a, at + 1, to);
    if (first >= to || !isLetter(a[at + 1])) {
      return -1;
    }
    int close = first;
    while (close < to && a[close] == '/') {
      close = nameEnd(a, close + 1, to);
    }
    if (close == first && !CopyMarks.isPod(a, at + 1, first)) {
      return -1;
    }
    if (close + 1 < to && a[close] == ' ' && isLetter(a[close + 1])) {
      close = nameEnd(a, close + 1, to);
    }
    return close + 1 < to && a[close] == ']' && a[close + 1] == ' ' ? close + 2 : -1;
  }

  /** {@code {app="vllm", pod="llm-0"} }. */
  private static int labels(byte[] a, int at, int to) {
    int equals = at + 1;
    while (equals < to && (isLetter(a[equals]) || a[equals] == '_')) {
      equals++;
    }
    if (equals == at + 1 || equals + 1 >= to || a[equals] != '=' || a[equals + 1] != '"') {
      return -1;
    }
    boolean isQuoted = false;
    for (int i = equals + 1; i + 1 < to; i++) {
      isQuoted ^= a[i] == '"' && a[i - 1] != '\\';
      if (a[i] == '}' && !isQuoted) {
        return a[i + 1] == ' ' ? i + 2 : -1;
      }
    }
    return -1;
  }

  /** {@code vllm-server-1 | }, {@code 0|vllm | }, {@code gpuhost01: }. */
  private static int named(byte[] a, int at, int to) {
    int digits = Bytes.digitsEnd(a, at, to);
    boolean isNumbered = digits > at && digits < to && a[digits] == '|';
    int from = isNumbered ? digits + 1 : at;
    int end = nameEnd(a, from, to);
    if (end == from || end >= to || a[end] == '/') {
      return -1;
    }
    int host = isNumbered || !isHost(a, from, end) ? -1 : colon(a, end, to);
    if (host >= 0) {
      return host;
    }
    int bar = Bytes.blanksEnd(a, end, to);
    boolean isBar = bar > end && bar < to && a[bar] == '|' && isService(a, from, end);
    return !isBar ? -1 : bar + 1 == to ? to : a[bar + 1] == ' ' ? bar + 2 : -1;
  }

  /** Services are written small; NCCL's own tables have capitals in front of their bars. */
  private static boolean isService(byte[] a, int from, int to) {
    boolean letters = false;
    for (int i = from; i < to; i++) {
      if (a[i] >= 'A' && a[i] <= 'Z') {
        return false;
      }
      letters |= isLetter(a[i]);
    }
    return letters;
  }

  /** A host that a parallel shell names has a number or a dot in it; headings have none. */
  private static boolean isHost(byte[] a, int from, int to) {
    boolean digits = false;
    boolean others = false;
    for (int i = from; i < to; i++) {
      if (a[i] == '_') {
        return false;
      }
      digits |= Bytes.isDigit(a[i]);
      others |= !Bytes.isDigit(a[i]);
    }
    return digits && others;
  }

  private static int nameEnd(byte[] a, int from, int to) {
    int limit = Math.min(to, from + LONGEST_NAME);
    int i = from;
    while (i < limit && isNameByte(a[i])) {
      i++;
    }
    return i;
  }

  private static boolean isNameByte(byte b) {
    return isLetter(b) || Bytes.isDigit(b) || b == '-' || b == '_' || b == '.' || b == '@';
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }
}
