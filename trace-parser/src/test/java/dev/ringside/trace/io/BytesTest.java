package dev.ringside.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesTest {

  @Test
  void aByteIsFoundWhereAPlainLoopFindsIt() {
    Random random = new Random(3);
    for (int round = 0; round < 200_000; round++) {
      byte[] a = new byte[64];
      random.nextBytes(a);
      byte wanted = a[random.nextInt(a.length)];
      int from = random.nextInt(20);
      int to = from + random.nextInt(30);
      int expected = from;
      while (expected < to && a[expected] != wanted) {
        expected++;
      }
      assertThat(Bytes.indexOf(a, from, to, wanted)).isEqualTo(expected);
    }
  }

  @Test
  void controlCharactersAreSeenWhereAPlainLoopSeesThem() {
    Random random = new Random(4);
    for (int round = 0; round < 200_000; round++) {
      byte[] a = new byte[16];
      random.nextBytes(a);
      for (int i = 0; i < a.length; i++) {
        a[i] = random.nextInt(8) > 0 && a[i] >= 0 ? (byte) (a[i] | ' ') : a[i];
      }
      int at = random.nextInt(8);
      boolean expected = false;
      for (int i = at; i < at + 8; i++) {
        expected |= a[i] >= 0 && a[i] < ' ';
      }
      assertThat(Bytes.hasControl(a, at)).isEqualTo(expected);
    }
  }

  @Test
  void aWordIsFoundOnlyWhollyInside() {
    byte[] a = Bytes.of("xxNCCL INFO");
    assertThat(Bytes.indexOf(a, 0, a.length, Bytes.of("NCCL "))).isEqualTo(2);
    assertThat(Bytes.indexOf(a, 0, 6, Bytes.of("NCCL "))).isEqualTo(-1);
    assertThat(Bytes.indexOf(a, 3, a.length, Bytes.of("NCCL "))).isEqualTo(-1);
  }

  @Test
  void numbersThatDoNotFitAreNone() {
    assertThat(Bytes.decimal(Bytes.of("9223372036854775807"), 0, 19)).isEqualTo(Long.MAX_VALUE);
    assertThat(Bytes.decimal(Bytes.of("9223372036854775808"), 0, 19)).isEqualTo(-1);
    assertThat(Bytes.decimal(Bytes.of("12x"), 0, 3)).isEqualTo(-1);
    assertThat(Bytes.decimal(Bytes.of("12"), 1, 1)).isEqualTo(-1);
  }
}
