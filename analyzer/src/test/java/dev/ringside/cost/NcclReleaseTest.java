package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NcclReleaseTest {

  @Test
  void readsNumbersAndIgnoresSuffixes() {
    assertThat(NcclRelease.parse("2.28.9+cuda13.0")).contains(new NcclRelease(2, 28, 9));
    assertThat(NcclRelease.parse("2.21.5rc1")).contains(new NcclRelease(2, 21, 5));
    assertThat(NcclRelease.parse("2.4")).contains(new NcclRelease(2, 4, 0));
    assertThat(NcclRelease.parse("unknown")).isEmpty();
    assertThat(NcclRelease.parse("99999999999999.1.2")).isEmpty();
  }

  @Test
  void ordersByNumberAndNotByText() {
    assertThat(new NcclRelease(2, 9, 6)).isLessThan(new NcclRelease(2, 18, 1));
    assertThat(new NcclRelease(2, 28, 9).isAtLeast(2, 28, 9)).isTrue();
    assertThat(new NcclRelease(2, 28, 7).isAtLeast(2, 28, 9)).isFalse();
    assertThat(new NcclRelease(2, 28, 9)).hasToString("2.28.9");
  }
}
