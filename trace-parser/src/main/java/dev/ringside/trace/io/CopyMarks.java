package dev.ringside.trace.io;

/**
 * What stands in front of lines that somebody copied out of a log: the numbers and file names of
 * {@code grep -n}, {@code -H} and {@code -C}, the marks of a quotation, and the two names of {@code
 * stern}. All but the first could begin a line of its own as well, so they count only in front of
 * what is known to begin one.
 */
final class CopyMarks {

  private static final byte[][] WORDS = {
    Bytes.of("NCCL version "),
    Bytes.of("INFO "),
    Bytes.of("DEBUG "),
    Bytes.of("WARNING "),
    Bytes.of("ERROR "),
    Bytes.of("CRITICAL ")
  };

  /** Longest path or name that is looked for. */
  private static final int LONGEST_NAME = 256;

  private CopyMarks() {}

  /** End of the mark that begins at {@code at}, -1 where there is none. */
  static int end(byte[] a, int at, int to) {
    if (a[at] == '>') {
      return at + 1 == to || a[at + 1] == '>' ? at + 1 : a[at + 1] == ' ' ? at + 2 : -1;
    }
    int digits = Bytes.digitsEnd(a, at, to);
    if (digits > at && digits < to) {
      return numbered(a, digits, to);
    }
    int name = nameEnd(a, at, to);
    if (name == at || name >= to) {
      return -1;
    }
    int inFile = a[name] == ':' ? ofFile(a, at, name, to) : context(a, at, name, to);
    return inFile >= 0 ? inFile : stern(a, at, name, to);
  }

  /** {@code 123:} and, around what was looked for, {@code 123-}; no time of day. */
  private static int numbered(byte[] a, int digits, int to) {
    int text = digits + 1;
    if (a[digits] == ':') {
      return text < to && (isBegin(a, text, to) || isWord(a[text])) ? text : -1;
    }
    return a[digits] == '-' && isBegin(a, text, to) ? text : -1;
  }

  /** No blank either: numbers in front of one are labels of {@code srun}. */
  private static boolean isWord(byte b) {
    return b != ' ' && b != '\t' && !Bytes.isDigit(b);
  }

  /** {@code logs/server.log:} and {@code logs/server.log:123:}. */
  private static int ofFile(byte[] a, int at, int colon, int to) {
    if (!isPath(a, at, colon)) {
      return -1;
    }
    if (isBegin(a, colon + 1, to)) {
      return colon + 1;
    }
    int digits = Bytes.digitsEnd(a, colon + 1, to);
    boolean isNumber = digits > colon + 1 && digits < to && a[digits] == ':';
    return isNumber && isBegin(a, digits + 1, to) ? digits + 1 : -1;
  }

  /** {@code server.log-123-}; the name runs into the number and the word behind it. */
  private static int context(byte[] a, int at, int name, int to) {
    for (int i = at + 1; i + 2 <= name; i++) {
      int digits = a[i] == '-' ? Bytes.digitsEnd(a, i + 1, name) : i;
      boolean isNumber = digits > i + 1 && digits < to && a[digits] == '-';
      if (isNumber && isPath(a, at, i) && isBegin(a, digits + 1, to)) {
        return digits + 1;
      }
    }
    return -1;
  }

  private static boolean isPath(byte[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      if (a[i] == '/' || a[i] == '.') {
        return true;
      }
    }
    return false;
  }

  /** {@code vllm-7f9c-x2k4q server }. */
  private static int stern(byte[] a, int at, int pod, int to) {
    if (a[pod] != ' ' || !isPod(a, at, pod)) {
      return -1;
    }
    int container = nameEnd(a, pod + 1, to);
    boolean isName = container > pod + 1 && container < to && a[container] == ' ';
    return isName && isBegin(a, container + 1, to) ? container + 1 : -1;
  }

  /** Pods have small letters and a dash in their names. */
  static boolean isPod(byte[] a, int from, int to) {
    boolean dash = false;
    for (int i = from; i < to; i++) {
      if (a[i] >= 'A' && a[i] <= 'Z') {
        return false;
      }
      dash |= a[i] == '-' && i > from;
    }
    return dash;
  }

  /** Whether a level, a time, a tag, a pointer, a comment or a row of a table begins here. */
  private static boolean isBegin(byte[] a, int at, int to) {
    if (at >= to) {
      return false;
    }
    return switch (a[at]) {
      case '(', '#' -> true;
      case '[' -> at + 1 < to && (Bytes.isDigit(a[at + 1]) || a[at + 1] == 'r');
      case ' ' -> isRow(a, at, to);
      case '0' -> at + 1 < to && a[at + 1] == 'x'; // a pointer, where a record was wrapped
      default -> isWordAndDigit(a, at, to) || Timestamps.end(a, at, to) > at;
    };
  }

  private static boolean isRow(byte[] a, int at, int to) {
    int text = Bytes.blanksEnd(a, at, to);
    return text > at + 1 && text < to && Bytes.isDigit(a[text]);
  }

  private static boolean isWordAndDigit(byte[] a, int at, int to) {
    for (byte[] word : WORDS) {
      if (Bytes.startsWith(a, at, to, word)) {
        int digit = at + word.length;
        return digit < to && Bytes.isDigit(a[digit]);
      }
    }
    return false;
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
    boolean letter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    return letter || Bytes.isDigit(b) || b == '-' || b == '_' || b == '.' || b == '/' || b == '@';
  }
}
