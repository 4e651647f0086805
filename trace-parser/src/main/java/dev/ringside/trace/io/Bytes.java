package dev.ringside.trace.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Searches and numbers on raw bytes, without a {@code String} in between. */
public final class Bytes {

  /**
   * Bytes that must be readable behind {@code to} for {@link #indexOf(byte[], int, int, byte)}: it
   * looks at eight at a time.
   */
  public static final int SLACK = 8;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long BLANKS = ' ' * ONES;

  private Bytes() {}

  /** Eight bytes from {@code i}, the first one lowest. */
  public static long word(byte[] a, int i) {
    return (long) WORD.get(a, i);
  }

  /**
   * Which of a word's bytes is the first whose top bit is set in {@code marks}, where no other bits
   * are and at least one is. The same as trailing zeros / 8, which the first level of the compiler
   * has no instruction for.
   */
  public static int firstMarked(long marks) {
    // The lowest mark, moved to the foot of its byte, is 256^k: it moves byte k of this number,
    // counted from the top, up to the top.
    return (int) ((((marks & -marks) >>> 7) * 0x0001020304050607L) >>> 56);
  }

  /**
   * Index of the first {@code b} at or after {@code from}, or {@code to}. Needs {@link #SLACK}
   * readable bytes behind {@code to}.
   */
  public static int indexOf(byte[] a, int from, int to, byte b) {
    long wanted = (b & 0xffL) * ONES;
    for (int i = from; i < to; i += 8) {
      long x = (long) WORD.get(a, i) ^ wanted; // a byte that matches becomes 00
      long hit = (x - ONES) & ~x & HIGHS; // and its top bit is set here
      if (hit != 0) {
        return Math.min(to, i + firstMarked(hit));
      }
    }
    return to;
  }

  /** Whether one of the eight bytes from {@code i} is below a blank. */
  static boolean hasControl(byte[] a, int i) {
    long x = word(a, i);
    return ((x - BLANKS) & ~x & HIGHS) != 0; // a top bit that the subtraction set
  }

  /**
   * Index of the first {@code needle} that lies wholly between {@code from} and {@code to}, or -1.
   */
  public static int indexOf(byte[] a, int from, int to, byte[] needle) {
    int last = to - needle.length;
    byte first = needle[0];
    for (int i = from; i <= last; i++) {
      if (a[i] == first && matches(a, i, needle)) {
        return i;
      }
    }
    return -1;
  }

  /** Index of the last {@code b}, or -1. */
  public static int lastIndexOf(byte[] a, byte b) {
    int i = a.length - 1;
    while (i >= 0 && a[i] != b) {
      i--;
    }
    return i;
  }

  /** Whether {@code word} stands at {@code from} and ends at or before {@code to}. */
  public static boolean startsWith(byte[] a, int from, int to, byte[] word) {
    return from >= 0 && to - from >= word.length && matches(a, from, word);
  }

  private static boolean matches(byte[] a, int at, byte[] word) {
    for (int k = 0; k < word.length; k++) {
      if (a[at + k] != word[k]) {
        return false;
      }
    }
    return true;
  }

  public static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** End of the run of decimal digits that begins at {@code from}. */
  public static int digitsEnd(byte[] a, int from, int to) {
    int i = from;
    while (i < to && isDigit(a[i])) {
      i++;
    }
    return i;
  }

  /** End of the run of blanks and tabs that begins at {@code from}. */
  public static int blanksEnd(byte[] a, int from, int to) {
    int i = from;
    while (i < to && (a[i] == ' ' || a[i] == '\t')) {
      i++;
    }
    return i;
  }

  /**
   * Decimal number between {@code from} and {@code to}, all of it digits; -1 where it is empty, has
   * another character or does not fit.
   */
  public static long decimal(byte[] a, int from, int to) {
    if (from >= to || to - from > 19) {
      return -1;
    }
    long n = 0;
    for (int i = from; i < to; i++) {
      int d = a[i] - '0';
      if (d < 0 || d > 9) {
        return -1;
      }
      n = n * 10 + d;
    }
    return n < 0 ? -1 : n;
  }

  /** Text between {@code from} and {@code to}; bytes that are no UTF-8 become U+FFFD. */
  public static String text(byte[] a, int from, int to) {
    return new String(a, from, Math.max(0, to - from), StandardCharsets.UTF_8);
  }

  /** The bytes of an ASCII constant. */
  public static byte[] of(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }
}
