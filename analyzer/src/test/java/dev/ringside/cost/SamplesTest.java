package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SamplesTest {

  private static CurvePoint point(int calls, Map<Integer, Double> samples) {
    return new CurvePoint(8192, 1, calls, new TreeMap<>(samples));
  }

  @Test
  void theMedianDoesNotDependOnTheOrder() {
    assertThat(Samples.median(new double[] {9, 1, 2})).isEqualTo(2);
    assertThat(Samples.median(new double[] {9, 1, 2, 4})).isEqualTo(3);
  }

  @Test
  void withoutACommonRoundEverySampleStandsAgainstEveryOther() {
    Interval us =
        RoundDifferences.perCall(
            point(2, Map.of(0, 100.0, 2, 104.0)), point(2, Map.of(1, 110.0, 3, 120.0)));
    assertThat(us).isEqualTo(new Interval(3, 6.5, 10));
  }

  @Test
  void commonRoundsStandAgainstEachOther() {
    Interval us =
        RoundDifferences.perCall(
            point(2, Map.of(0, 100.0, 1, 104.0)), point(2, Map.of(0, 110.0, 1, 120.0)));
    assertThat(us).isEqualTo(new Interval(5, 6.5, 8));
  }
}
