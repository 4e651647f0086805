package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/** Any bytes: no exception, and the fast way says what the general one says. */
class NcclFuzzTest {

  private static final byte[] PADDING = new byte[600];

  static {
    Arrays.fill(PADDING, (byte) '\n');
  }

  @FuzzTest(maxDuration = "20s")
  void anyBytesReadTheSameBothWays(byte[] data) {
    byte[] text = Arrays.copyOf(data, data.length + PADDING.length);
    System.arraycopy(PADDING, 0, text, data.length, PADDING.length);
    assertThat(Readings.events(Readings.read(text, new NcclLines())))
        .isEqualTo(Readings.events(Readings.read(text, new Readings.General())));
  }
}
