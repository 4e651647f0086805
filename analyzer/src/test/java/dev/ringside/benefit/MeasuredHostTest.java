package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.summary.Traffic;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Predictions for two H200 over host memory against what whole decode steps were measured to do.
 */
class MeasuredHostTest {

  private static final long[] BATCHES = {1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64};
  private static final String STEPS = "data/h200-tp2/shm/step/hidden4096_layers16.csv";

  private static final TunerFile STEP_ZONES =
      Fixtures.tuner(
          "allreduce,229376,524288,ring,ll128,-1,1,2",
          "allreduce,0,360448,ring,ll,-1,1,2",
          "allreduce,360449,9223372036854775807,ring,simple,-1,1,2");
  private static final TunerFile ISOLATED_ZONES =
      Fixtures.tuner(
          "allreduce,163840,1048576,ring,ll128,-1,1,2",
          "allreduce,0,294912,ring,ll,-1,1,2",
          "allreduce,294913,9223372036854775807,ring,simple,-1,1,2");

  private static Traffic traffic() {
    return Fixtures.trace().decode(BATCHES).eager(256, 512, 2048).build();
  }

  @Test
  void publishedZonesOfAnotherHostHurtAtTheTwoLargestBatches() throws IOException {
    Prediction p =
        Fixtures.predict(
            traffic(),
            TunerFile.builtin(TunerFile.EPYC_TURIN),
            Fixtures.steps(Checkout.shared(STEPS)));

    assertThat(p.headline().verdict()).isEqualTo(Verdict.HURTS);
    assertThat(p.headline().basis()).contains(CurveBasis.STEP);
    NavigableMap<Long, Double> pct = savings(p, Scenario.AS_ALLOWED);
    assertThat(pct.get(56L)).isCloseTo(-6.6, within(0.3));
    assertThat(pct.get(64L)).isCloseTo(-11.2, within(0.3));
    assertThat(pct.headMap(56L)).allSatisfy((batch, saving) -> assertThat(saving).isZero());
  }

  @Test
  void zonesOfThisHostGainAtOneBatchWithoutLl128AndAtFiveWithIt() throws IOException {
    Prediction p = Fixtures.predict(traffic(), STEP_ZONES, Fixtures.steps(Checkout.shared(STEPS)));

    NavigableMap<Long, Double> allowed = savings(p, Scenario.AS_ALLOWED);
    assertThat(allowed.remove(48L)).isCloseTo(1.1, within(0.3));
    assertThat(allowed).allSatisfy((batch, saving) -> assertThat(saving).isZero());

    assertThat(p.scenario(Scenario.LL128_ALLOWED).verdict()).isEqualTo(Verdict.HELPS);
    Map<Long, Double> lifted = savings(p, Scenario.LL128_ALLOWED);
    assertThat(lifted.get(32L)).isCloseTo(2.0, within(0.3));
    assertThat(lifted.get(40L)).isCloseTo(3.5, within(0.3));
    assertThat(lifted.get(48L)).isCloseTo(7.9, within(0.3));
    assertThat(lifted.get(56L)).isCloseTo(5.8, within(0.3));
    assertThat(lifted.get(64L)).isCloseTo(4.3, within(0.3));
    for (SizeRow row : p.rows()) {
      assertThat(row.outcome(Scenario.LL128_ALLOWED).savingUs().orElseThrow().high())
          .isGreaterThanOrEqualTo(0);
    }
    assertThat(p.scenario(Scenario.LL128_ALLOWED).safeSharePct().orElseThrow())
        .isBetween(1.0, 20.0);
  }

  @Test
  void stepIntervalsAreNarrow() throws IOException {
    Prediction p = Fixtures.predict(traffic(), STEP_ZONES, Fixtures.steps(Checkout.shared(STEPS)));
    List<Double> halfWidths =
        p.rows().stream()
            .map(r -> r.outcome(Scenario.LL128_ALLOWED))
            .filter(SizeOutcome::differs)
            .map(o -> o.savingUs().orElseThrow().halfWidth())
            .sorted()
            .toList();
    assertThat(halfWidths).hasSize(5);
    assertThat(halfWidths.get(2)).isLessThanOrEqualTo(2.5);
  }

  @Test
  void isolatedSweepsStillShowThatForeignZonesHurt() throws IOException {
    Prediction p = Fixtures.predict(traffic(), TunerFile.builtin(TunerFile.EPYC_TURIN), sweeps());
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HURTS);
    assertThat(p.headline().basis()).contains(CurveBasis.ISOLATED);
    for (long batch : new long[] {56, 64}) {
      Interval saving = outcome(p, batch, Scenario.AS_ALLOWED).savingUs().orElseThrow();
      assertThat(saving.mid()).isLessThan(-8);
      assertThat(saving.high()).isNegative();
    }
  }

  @Test
  void isolatedSweepsAreNotEnoughToPromiseAGain() throws IOException {
    Prediction p = Fixtures.predict(traffic(), ISOLATED_ZONES, sweeps());
    assertThat(p.headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(p.headline().settlement()).contains(Settlement.STEP_SWEEP);
    assertThat(p.headline().settlement().orElseThrow().text()).contains("step sweep");
  }

  private static CurveSet sweeps() throws IOException {
    return Fixtures.isolated(Checkout.shared("data/h200-tp2/shm/sweep"));
  }

  private static NavigableMap<Long, Double> savings(Prediction p, Scenario scenario) {
    TreeMap<Long, Double> pct = new TreeMap<>();
    for (SizeRow row : p.rows()) {
      if (!row.isOutsideDecode()) {
        pct.put(
            row.batch().orElseThrow().value(),
            row.outcome(scenario).stepSavingPct().orElseThrow().mid());
      }
    }
    return pct;
  }

  private static SizeOutcome outcome(Prediction p, long batch, Scenario scenario) {
    return p.rows().stream()
        .filter(r -> r.batch().orElseThrow().value() == batch)
        .findFirst()
        .orElseThrow()
        .outcome(scenario);
  }
}
