package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/**
 * Values of pointers by their digits. A run has a handful of communicators and streams, so that
 * nearly every pointer of a log was read before.
 */
final class PointerCache {

  private static final int SLOTS = 512;

  private final long[] firsts = new long[SLOTS];
  private final long[] lasts = new long[SLOTS];
  private final int[] lengths = new int[SLOTS];
  private final long[] values = new long[SLOTS];
  private long value;

  /**
   * Whether lower-case hexadecimal digits, 1 to 16 of them, stand between {@code from} and {@code
   * to}; then {@link #value} is theirs. Needs eight readable bytes from {@code from}.
   */
  boolean find(byte[] a, int from, int to) {
    int length = to - from;
    if (length < 1 || length > 16) {
      return false;
    }
    // First and last eight bytes overlap below 16 digits and together hold every one.
    long first = Bytes.word(a, from);
    long last = length < 8 ? first << ((8 - length) * 8) : Bytes.word(a, to - 8);
    first = length < 8 ? last : first;
    int slot = slot(first, last);
    if (firsts[slot] == first && lasts[slot] == last && lengths[slot] == length) {
      value = values[slot];
      return true;
    }
    return parse(a, from, to) && store(slot, first, last, length);
  }

  /** The value of the digits that were found last. */
  long value() {
    return value;
  }

  private static int slot(long first, long last) {
    long h = (first ^ Long.rotateLeft(last, 29)) * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 40) & (SLOTS - 1);
  }

  private boolean store(int slot, long first, long last, int length) {
    firsts[slot] = first;
    lasts[slot] = last;
    lengths[slot] = length;
    values[slot] = value;
    return true;
  }

  private boolean parse(byte[] a, int from, int to) {
    long n = 0;
    for (int i = from; i < to; i++) {
      byte b = a[i];
      if (b >= '0' && b <= '9') {
        n = n << 4 | (b - '0');
      } else if (b >= 'a' && b <= 'f') {
        n = n << 4 | (b - 'a' + 10);
      } else {
        return false;
      }
    }
    value = n;
    return true;
  }
}
