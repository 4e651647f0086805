package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Communicators of several sizes in one set of curves: each speaks for its own size alone. */
class CurveSetShapesTest {
  private static final CurveChoice OWN = CurveChoice.ncclDefault();
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
  private static final long BYTES = 16384;

  private static LatencyCurve curve(
      int nRanks, int nNodes, CurveChoice choice, int calls, double... us) {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      TreeMap<Integer, Double> samples = new TreeMap<>();
      for (int round = 0; round < us.length; round++) {
        samples.put(round, us[round] + 7.0 * i * i);
      }
      points.add(new CurvePoint(BYTES << i, (BYTES << i) / 8192, calls, samples));
    }
    return new LatencyCurve(new CurveKey(nRanks, nNodes, choice), points);
  }

  private static LatencyCurve single(CurveChoice choice, double us) {
    CurvePoint point = new CurvePoint(BYTES, 0, 1, new TreeMap<>(Map.of(0, us)));
    return new LatencyCurve(new CurveKey(2, 1, choice), List.of(point));
  }

  /** Two ranks: rounds that agree. */
  private static List<LatencyCurve> calm() {
    return List.of(
        curve(2, 1, OWN, 8, 100, 100.5, 101),
        curve(2, 1, LL, 8, 100, 100.6, 101),
        curve(2, 1, SIMPLE, 8, 140, 140.5, 141.5));
  }

  /** Other sizes: rounds far apart, and another number of calls. */
  private static List<LatencyCurve> others() {
    return List.of(
        curve(4, 1, OWN, 12, 300, 390, 480),
        curve(4, 1, LL, 12, 470, 380, 310),
        curve(2, 2, OWN, 12, 300, 390, 480),
        curve(2, 2, LL, 12, 470, 380, 310));
  }

  private static CurveSet set(CurveBasis basis, boolean mixed) {
    List<LatencyCurve> curves = new ArrayList<>(mixed ? others() : List.of());
    curves.addAll(calm());
    return CurveSet.of(basis, MeasuredHost.unknown(), List.of(), curves);
  }

  @ParameterizedTest
  @EnumSource
  void curvesOfOtherSizesChangeNothing(CurveBasis basis) {
    CurveSet alone = set(basis, false);
    CurveSet mixed = set(basis, true);

    for (long bytes : new long[] {BYTES, BYTES * 3 / 2, BYTES * 3}) {
      assertThat(mixed.difference(2, 1, LL, SIMPLE, bytes))
          .isPresent()
          .isEqualTo(alone.difference(2, 1, LL, SIMPLE, bytes));
      assertThat(mixed.noiseFloorUs(2, 1, bytes))
          .isPositive()
          .isEqualTo(alone.noiseFloorUs(2, 1, bytes));
      assertThat(mixed.callUs(2, 1, LL, bytes)).isEqualTo(alone.callUs(2, 1, LL, bytes));
    }
    assertThat(mixed.stepShape(2, 1)).isEqualTo(alone.stepShape(2, 1));
    assertThat(mixed.stepShape(4, 1).isPresent()).isEqualTo(basis == CurveBasis.STEP);
  }

  @Test
  void aChoiceDoesNotDifferFromItself() {
    assertThat(set(CurveBasis.ISOLATED, false).difference(2, 1, LL, LL, BYTES))
        .contains(Interval.ZERO);
    assertThat(set(CurveBasis.ISOLATED, false).difference(2, 1, LL, LL, BYTES - 1)).isEmpty();
  }

  @Test
  void aPublishedLatencyIsOffByATenth() {
    CurveSet published =
        CurveSet.of(
            CurveBasis.PUBLISHED,
            MeasuredHost.unknown(),
            List.of(),
            List.of(single(LL, 50), single(SIMPLE, 80)));

    assertThat(published.callUs(2, 1, LL, BYTES)).contains(new Interval(45, 50, 55));
    assertThat(published.noiseFloorUs(2, 1, BYTES)).isEqualTo(8);
    assertThat(published.noiseFloorUs(4, 1, BYTES)).isNaN();
  }

  @Test
  void stepsOfTwoShapesHaveNone() {
    CurveSet two =
        CurveSet.of(
            CurveBasis.STEP,
            MeasuredHost.unknown(),
            List.of(),
            List.of(curve(2, 1, LL, 8, 100), curve(2, 1, SIMPLE, 9, 100)));
    assertThat(two.stepShape(2, 1)).isEmpty();
  }

  @Test
  void sweepsWithNoSizeInCommonGiveNoOffsets() {
    CurveSet steps = set(CurveBasis.STEP, false);
    CurveSet isolated = set(CurveBasis.ISOLATED, false);
    assertThat(InStepOffsets.between(steps, isolated).isEmpty()).isFalse();
    assertThat(isolated.withOffsets(InStepOffsets.between(steps, isolated)).hasOffsets()).isTrue();
    assertThat(isolated.hasOffsets()).isFalse();
    CurveSet elsewhere =
        CurveSet.of(
            CurveBasis.ISOLATED,
            MeasuredHost.unknown(),
            List.of(),
            List.of(curve(4, 1, LL, 1, 50), curve(4, 1, SIMPLE, 1, 80)));
    assertThat(InStepOffsets.between(steps, elsewhere).isEmpty()).isTrue();
  }
}
