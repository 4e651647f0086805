package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each method against a plain twin, on random bytes that are near to what it looks for. */
class FieldScannerTest {

  private static final int ROUNDS = 200_000;
  private static final byte[] ALPHABET =
      "0123456789abcdefABCDEFgx()[]-= \t\n\0~\u00ff\u0080/:`{"
          .getBytes(StandardCharsets.ISO_8859_1);

  private final Random random = new Random(7);

  private byte[] bytes(int length, String mostly) {
    byte[] a = new byte[length];
    for (int i = 0; i < length; i++) {
      a[i] =
          random.nextInt(12) > 0
              ? (byte) mostly.charAt(random.nextInt(mostly.length()))
              : ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return a;
  }

  @Test
  void endsOfTokensAreThoseOfAPlainLoop() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = bytes(48, "0123456789abcdefx");
      int from = random.nextInt(8);
      assertThat(FieldScanner.tokenEnd(a, from)).isEqualTo(plainTokenEnd(a, from));
      assertThat(FieldScanner.pointerEnd(a, from)).isEqualTo(plainTokenEnd(a, from));
    }
  }

  private static int plainTokenEnd(byte[] a, int from) {
    for (int i = from; i < from + FieldScanner.LONGEST; i++) {
      if ((a[i] & 0xff) <= ' ') {
        return i > from ? i : -1;
      }
    }
    return -1;
  }

  @Test
  void numbersAreThoseOfAPlainLoop() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = bytes(48, "0123456789");
      int from = random.nextInt(8);
      int end = Bytes.digitsEnd(a, from, a.length);
      int digits = end - from;
      long expected =
          digits == 0 || digits > FieldScanner.MOST_DIGITS
              ? -1
              : Long.parseLong(new String(a, from, digits, StandardCharsets.ISO_8859_1)) * 32
                  + digits;
      assertThat(FieldScanner.number(a, from)).isEqualTo(expected);
    }
  }

  @Test
  void endsOfHexadecimalNumbersAreThoseOfAPlainLoop() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = bytes(32, random.nextBoolean() ? "0123456789abcdef" : "0a9f  ");
      int from = random.nextInt(8);
      int end = from;
      while (end < a.length && "0123456789abcdef".indexOf(a[end]) >= 0) {
        end++;
      }
      boolean isUsual = end > from && end - from <= 7 && (a[end] & 0xff) <= ' ';
      assertThat(FieldScanner.hexEnd(a, from)).isEqualTo(isUsual ? end : -1);
    }
  }

  @Test
  void pointersAreThoseOfAPlainLoop() {
    PointerCache cache = new PointerCache();
    for (int round = 0; round < ROUNDS; round++) {
      // Few different digits, so that many lookups hit what is known.
      byte[] a = bytes(32, random.nextBoolean() ? "7f" : "0123456789abcdef");
      int from = random.nextInt(3);
      int to = from + random.nextInt(18);
      String text = new String(a, from, to - from, StandardCharsets.ISO_8859_1);
      boolean expected = text.matches("[0-9a-f]{1,16}");
      assertThat(cache.find(a, from, to)).isEqualTo(expected);
      if (expected) {
        assertThat(cache.value()).isEqualTo(Long.parseUnsignedLong(text, 16));
      }
    }
  }

  @Test
  void writersAreFoundByExactlyTheirBytes() {
    KnownWriters writers = new KnownWriters();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = bytes(64, "1:");
      int from = random.nextInt(8);
      int to = from + 8 + random.nextInt(40);
      KnownWriter known = writers.find(a, from, to);
      if (known == KnownWriter.NOBODY) {
        writers.put(a, from, to, plainHash(a, from, to));
        known = writers.find(a, from, to);
      }
      assertThat(known.site()).isEqualTo(plainHash(a, from, to));
    }
  }

  private static int plainHash(byte[] a, int from, int to) {
    return new String(a, from, to - from, StandardCharsets.ISO_8859_1).hashCode()
        & Integer.MAX_VALUE;
  }

  @Test
  void literalsAreComparedWholeAndGapsAreNot() {
    for (int length = 1; length <= 16; length++) {
      byte[] text = bytes(length, "abcdef");
      for (int i = 0; i < text.length; i++) {
        text[i] &= 0x7f;
      }
      Literal literal = Literal.of(new String(text, StandardCharsets.US_ASCII));
      byte[] a = new byte[64];
      System.arraycopy(text, 0, a, 5, length);
      assertThat(literal.isAt(a, 5)).isTrue();
      for (int i = 0; i < length; i++) {
        a[5 + i] ^= 1;
        assertThat(literal.isAt(a, 5)).isFalse();
        a[5 + i] ^= 1;
      }
    }
    Literal gap = Literal.of("a\0c", 1);
    assertThat(gap.isAt(Bytes.of("axc............................."), 0)).isTrue();
    assertThat(gap.isAt(Bytes.of("axd............................."), 0)).isFalse();
  }
}
