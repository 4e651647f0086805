package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/** Reads a message from left to right; a step that does not fit leaves it where it was. */
final class Cursor {

  private byte[] a = new byte[0];
  private int at;
  private int end;
  private long value;
  private boolean ranOut;

  Cursor on(byte[] bytes, int from, int to) {
    a = bytes;
    at = from;
    end = to;
    ranOut = false;
    return this;
  }

  int at() {
    return at;
  }

  void at(int position) {
    at = position;
  }

  int end() {
    return end;
  }

  boolean atEnd() {
    return at >= end;
  }

  /** Whether the last step that failed did so because the message ended, and fitted until there. */
  boolean ranOut() {
    return ranOut;
  }

  /** What the last number was. */
  long value() {
    return value;
  }

  /** Byte at the cursor; 0 at the end. */
  byte here() {
    return at < end ? a[at] : 0;
  }

  boolean skip(String literal) {
    int n = literal.length();
    for (int k = 0; k < n; k++) {
      if (at + k >= end) {
        ranOut = true;
        return false;
      }
      if (a[at + k] != literal.charAt(k)) {
        ranOut = false;
        return false;
      }
    }
    at += n;
    return true;
  }

  void blanks() {
    at = Bytes.blanksEnd(a, at, end);
  }

  /** Decimal digits. */
  boolean decimal() {
    int stop = Bytes.digitsEnd(a, at, end);
    ranOut = stop == end;
    long number = Bytes.decimal(a, at, stop);
    if (number < 0) {
      return false;
    }
    value = number;
    at = stop;
    return true;
  }

  /** Decimal digits, perhaps behind a minus sign. */
  boolean signed() {
    boolean minus = here() == '-';
    if (minus) {
      at++;
    }
    if (decimal()) {
      value = minus ? -value : value;
      return true;
    }
    at -= minus ? 1 : 0;
    return false;
  }

  /** Lower-case hexadecimal digits as C prints them, with or without {@code 0x}. */
  boolean hex() {
    int begin = at + 1 < end && a[at] == '0' && a[at + 1] == 'x' ? at + 2 : at;
    int i = begin;
    long number = 0;
    for (int digit = hexDigit(i); digit >= 0; digit = hexDigit(i)) {
      number = number << 4 | digit;
      i++;
    }
    ranOut = i == end;
    if (i == begin || i - begin > 16) {
      return false;
    }
    value = number;
    at = i;
    return true;
  }

  /** As {@code %p} prints it. */
  boolean pointer() {
    if (here() == '(') {
      value = 0;
      return skip("(nil)");
    }
    return hex();
  }

  private int hexDigit(int i) {
    if (i >= end) {
      return -1;
    }
    byte b = a[i];
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    return b >= 'a' && b <= 'f' ? b - 'a' + 10 : -1;
  }

  /** A run of bytes above the blank; only skipped. */
  boolean token() {
    int i = at;
    while (i < end && (a[i] & 0xff) > ' ') {
      i++;
    }
    ranOut = i == end;
    if (i == at) {
      return false;
    }
    at = i;
    return true;
  }

  /** The next word, behind blanks; empty at the end. */
  String word() {
    blanks();
    int from = at;
    return token() ? Bytes.text(a, from, at) : "";
  }

  /** Letters, digits and underscores. */
  String name() {
    int from = at;
    skipName();
    return Bytes.text(a, from, at);
  }

  /** As {@link #name}, without a string. */
  void skipName() {
    while (at < end && isNameByte(a[at])) {
      at++;
    }
  }

  private static boolean isNameByte(byte b) {
    return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == '_' || Bytes.isDigit(b);
  }

  /** A number with decimals; NaN for {@code nan}, {@code inf} and anything else that is none. */
  double decimals() {
    int from = at;
    int whole = Bytes.digitsEnd(a, at, end);
    int stop = whole < end && a[whole] == '.' ? Bytes.digitsEnd(a, whole + 1, end) : whole;
    ranOut = stop == end;
    int places = Math.max(0, stop - whole - 1);
    if (whole == from || stop - from > 16) {
      return token() ? parsed(from) : Double.NaN;
    }
    long digits = Bytes.decimal(a, from, whole);
    for (int i = whole + 1; i < stop; i++) {
      digits = digits * 10 + (a[i] - '0');
    }
    at = stop;
    // Both are exact below 2^53, so the quotient is the double nearest to the text.
    return digits / Math.pow(10, places);
  }

  private double parsed(int from) {
    try {
      return Double.parseDouble(Bytes.text(a, from, at));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** What is left, without blanks around it. */
  String rest() {
    return Bytes.text(a, at, end).strip();
  }
}
