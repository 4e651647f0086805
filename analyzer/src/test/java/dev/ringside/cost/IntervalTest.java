package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IntervalTest {
  private static final Interval US = new Interval(-1, 2, 4);

  @Test
  void bothEndsBelongToIt() {
    assertThat(US.contains(-1)).isTrue();
    assertThat(US.contains(4)).isTrue();
    assertThat(US.contains(-1.5)).isFalse();
    assertThat(US.contains(4.5)).isFalse();
  }

  @Test
  void aNegativeFactorTurnsItRound() {
    assertThat(US.times(-2)).isEqualTo(new Interval(-8, -4, 2));
    assertThat(US.times(2)).isEqualTo(new Interval(-2, 4, 8));
  }

  @Test
  void boundsOfADifferenceAdd() {
    assertThat(US.minus(new Interval(1, 1.5, 3))).isEqualTo(new Interval(-4, 0.5, 3));
  }

  @Test
  void whatIsInNoOrderIsRefused() {
    assertThatThrownBy(() -> new Interval(1, 0, 2)).hasMessageStartingWith("interval needs low");
    assertThatThrownBy(() -> new Interval(0, Double.NaN, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
