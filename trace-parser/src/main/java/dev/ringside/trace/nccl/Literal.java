package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/**
 * Fixed text of up to 16 bytes, compared as one or two words. A record because the compiler trusts
 * a record's fields never to change, so that the words become constants in its code.
 *
 * @param first the first eight bytes, or all of them
 * @param mask the bits of a word that count
 * @param lastAt where the last eight bytes begin; 0 where the first ones are all
 */
record Literal(int length, long first, long mask, int lastAt, long last) {

  /** The text; up to eight bytes of it may have gaps, where any byte fits. */
  static Literal of(String text, int... gaps) {
    int length = text.length();
    if (length < 1 || length > 16 || (gaps.length > 0 && length > 8)) {
      throw new IllegalArgumentException("a literal has 1 to 16 bytes, 8 with gaps: " + text);
    }
    byte[] padded = new byte[16 + Bytes.SLACK];
    System.arraycopy(Bytes.of(text), 0, padded, 0, length);
    long mask = length >= 8 ? -1L : (1L << (length * 8)) - 1;
    for (int gap : gaps) {
      mask &= ~(0xffL << (gap * 8));
    }
    int lastAt = Math.max(0, length - 8);
    return new Literal(
        length, Bytes.word(padded, 0) & mask, mask, lastAt, Bytes.word(padded, lastAt) & mask);
  }

  /** Needs 16 readable bytes from {@code at}. */
  boolean isAt(byte[] a, int at) {
    return isFirst(Bytes.word(a, at)) && isLastAt(a, at);
  }

  /** Whether its first eight bytes, or all of them, are those of {@code word}. */
  boolean isFirst(long word) {
    return (word & mask) == first;
  }

  /** Whether what its first eight bytes leave is there. */
  boolean isLastAt(byte[] a, int at) {
    return lastAt == 0 || Bytes.word(a, at + lastAt) == last;
  }
}
