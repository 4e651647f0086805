package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which steps of a sweep stand for NCCL's own choice. */
class OwnChoiceOfSweepTest {
  private static final Choice LL = Choice.of(Algorithm.RING, Protocol.LL);
  private static final Choice SIMPLE = Choice.of(Algorithm.RING, Protocol.SIMPLE);
  private static final long BYTES = 8 * Fixtures.TOKEN;

  private static LatencyCurve curve(CurveChoice choice, double... steps) {
    return curve(choice, steps, steps);
  }

  private static LatencyCurve curve(CurveChoice choice, double[] steps, double[] largerSteps) {
    return new LatencyCurve(
        new CurveKey(2, 1, choice),
        List.of(point(BYTES, steps), point(2 * BYTES, largerSteps), point(4 * BYTES, largerSteps)));
  }

  private static CurvePoint point(long bytes, double... steps) {
    TreeMap<Integer, Double> rounds = new TreeMap<>();
    for (double us : steps) {
      rounds.put(rounds.size() + 1, us);
    }
    return new CurvePoint(bytes, bytes / Fixtures.TOKEN, Fixtures.CALLS, rounds);
  }

  /** What Simple saves against LL, NCCL's own choice, in microseconds a step. */
  private static double savedAStep(LatencyCurve unforced) {
    CurveSet set =
        CurveSet.of(
            CurveBasis.STEP,
            Fixtures.H200_SHM,
            List.of(),
            List.of(
                unforced,
                curve(LL.curve(), 1000, 1010, 1020),
                curve(SIMPLE.curve(), 900, 910, 920)));
    Curves curves = new Curves(List.of(set), 2, 1, Fixtures.H200_SHM);
    return curves.saving(LL, SIMPLE, BYTES).orElseThrow().us().mid() * Fixtures.CALLS;
  }

  @Test
  void stepsWithoutForceStandForItWhereTheyCannotBeToldFromThePinnedOnes() {
    assertThat(savedAStep(curve(CurveChoice.ncclDefault(), 1006, 1008, 1024)))
        .isCloseTo(98, within(1e-9));
  }

  @Test
  void whereTheyCanBeToldApartThePinnedOnesStandForIt() {
    double[] another = {1090, 1105, 1110};
    double[] thatOfLl = {1002, 1008, 1021};

    assertThat(savedAStep(curve(CurveChoice.ncclDefault(), another, thatOfLl)))
        .isCloseTo(100, within(1e-9));
  }

  @Test
  void onTheMeasuredHostTheTwoDifferByNoSign() throws IOException {
    CurveSet set =
        Fixtures.steps(Checkout.shared("data/h200-tp2/shm/step/hidden4096_layers16.csv"));
    CurveKey own = new CurveKey(2, 1, CurveChoice.ncclDefault());

    assertThat(set.curve(own).orElseThrow().points()).hasSize(15);
    for (long bytes : set.curve(own).orElseThrow().points().keySet()) {
      // NCCL takes LL up to 447,999 bytes here, Simple above.
      CurveChoice chosen = (bytes < 448_000 ? LL : SIMPLE).curve();
      Interval difference =
          set.difference(2, 1, chosen, CurveChoice.ncclDefault(), bytes).orElseThrow();
      assertThat(difference.contains(0)).as(bytes + " bytes").isTrue();
      assertThat(Math.abs(difference.mid())).as(bytes + " bytes").isLessThan(0.95);
    }
  }
}
