package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/**
 * Finds and reads one field, eight bytes at a time and without a branch for each byte: the lengths
 * of numbers change from line to line, and a processor that guesses them wrong loses more time than
 * all the rest of a line takes. Needs 24 readable bytes from where a field begins.
 */
final class FieldScanner {

  /** Longest field, in bytes. */
  static final int LONGEST = 24;

  /** Digits of the longest number. */
  static final int MOST_DIGITS = 16;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long ZEROS = 0x3030303030303030L;

  private FieldScanner() {}

  /**
   * Index of the first byte at or after {@code from} that is a blank or a control character; -1
   * where the first one is, or none within {@link #LONGEST} bytes.
   */
  static int tokenEnd(byte[] a, int from) {
    for (int i = from; i < from + LONGEST; i += 8) {
      long x = Bytes.word(a, i);
      // A byte below 0x21 borrows from its top bit; bytes from 0x80 keep theirs and are masked out.
      long hit = (x - 0x21 * ONES) & ~x & HIGHS;
      if (hit != 0) {
        int end = i + Bytes.firstMarked(hit);
        return end > from ? end : -1;
      }
    }
    return -1;
  }

  /**
   * As {@link #tokenEnd}, with pointers of twelve digits tried first: their end does not depend on
   * a search, so that what follows need not wait for one.
   */
  static int pointerEnd(byte[] a, int from) {
    long x = Bytes.word(a, from);
    long y = Bytes.word(a, from + POINTER - 8);
    long low = ((x - 0x21 * ONES) & ~x) | ((y - 0x21 * ONES) & ~y);
    return (low & HIGHS) == 0 && (a[from + POINTER] & 0xff) <= ' '
        ? from + POINTER
        : tokenEnd(a, from);
  }

  /** Bytes of a pointer into 47 bits of address space: 0x and twelve digits. */
  private static final int POINTER = 14;

  /**
   * The decimal number at {@code from}: value × 32 + number of digits. -1 where there is no digit,
   * or more than {@link #MOST_DIGITS}.
   */
  static long number(byte[] a, int from) {
    long x = Bytes.word(a, from);
    int digits = digits(x);
    if (digits == 0) {
      return -1;
    }
    long value = value(x, digits);
    if (digits < 8) {
      return value << 5 | digits;
    }
    long y = Bytes.word(a, from + 8);
    int more = digits(y);
    if (more == 8) {
      return Bytes.isDigit(a[from + 16]) ? -1 : (value * 100_000_000L + value(y, 8)) << 5 | 16;
    }
    long power = POWERS[more];
    return (value * power + (more == 0 ? 0 : value(y, more))) << 5 | (8 + more);
  }

  /** Value of a {@link #number}. */
  static long value(long number) {
    return number >>> 5;
  }

  /** How many digits a {@link #number} has. */
  static int length(long number) {
    return (int) number & 31;
  }

  private static final long[] POWERS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000};

  /** How many of the eight bytes are digits before the first that is none. */
  private static int digits(long x) {
    // Below '0' the subtraction borrows, above '9' the addition reaches the top bit. Both are exact
    // up to and including the first byte that is no digit, and only that one counts.
    long no = ((x - ZEROS) | (x + 0x46 * ONES)) & HIGHS;
    return no == 0 ? 8 : Bytes.firstMarked(no);
  }

  /** Number in the first {@code digits} bytes, 1 to 8: pairs, then fours, then all eight. */
  private static long value(long x, int digits) {
    // The number moves to the high end, and zeros come in front of it.
    int shift = (8 - digits) * 8;
    long n = ((x << shift) & 0x0F0F0F0F0F0F0F0FL);
    n = ((n * 2561) >>> 8) & 0x00FF00FF00FF00FFL; // 2561 = 10 × 256 + 1
    n = ((n * 6553601) >>> 16) & 0x0000FFFF0000FFFFL; // 6553601 = 100 × 65536 + 1
    return (n * 42949672960001L) >>> 32; // 10000 × 2^32 + 1
  }

  /**
   * End of the 1 to 7 lower-case hexadecimal digits at {@code from}, behind which a blank or a
   * control character stands; -1 where it is anything else.
   */
  static int hexEnd(byte[] a, int from) {
    long x = Bytes.word(a, from);
    long blank = (x - 0x21 * ONES) & ~x & HIGHS;
    // The top bits of all bytes in front of the first blank; none of a word without one.
    long before = ((blank & -blank) - 1) & HIGHS;
    // With the top bit set first, no subtraction can borrow from the byte above.
    long high = x | HIGHS;
    long digit = (high - ZEROS) & ~(high - 0x3A * ONES);
    long letter = (high - 0x61 * ONES) & ~(high - 0x67 * ONES);
    long hex = (digit | letter) & ~x & before;
    return blank == 0 || before == 0 || hex != before ? -1 : from + Bytes.firstMarked(blank);
  }
}
