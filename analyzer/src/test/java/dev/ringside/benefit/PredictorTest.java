package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.benefit.Fixtures.Trace;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.summary.Basis;
import dev.ringside.summary.Figure;
import dev.ringside.summary.KernelRuns;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Notice;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Synthetic hosts; NCCL's own choice is Ring/LL below 448,000 bytes and Ring/Simple above. Longer
 * than other files because every test reads the same hosts, which stand here once.
 */
class PredictorTest {

  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
  private static final TunerFile ALWAYS_SIMPLE =
      Fixtures.tuner("allreduce,0,9223372036854775807,ring,simple,-1,1,2");
  private static final TunerFile LL128_FIRST =
      Fixtures.tuner(
          "allreduce,0,9223372036854775807,ring,ll128,-1,1,2",
          "allreduce,0,9223372036854775807,ring,simple,-1,1,2");

  @Test
  void whatHelpsWithoutLl128IsTheSafeShare() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(8).build(), LL128_FIRST, Fixtures.steps(1000, 950, 900));
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HELPS);
    assertThat(p.headline().safeSharePct()).hasValue(100);
    assertThat(p.scenario(Scenario.LL128_ALLOWED).safeSharePct().orElseThrow())
        .isCloseTo(50, within(1e-9));
    assertThat(p.rows().get(0).outcome(Scenario.AS_ALLOWED).stepSavingPct().orElseThrow().mid())
        .isCloseTo(5, within(1e-9));
  }

  @Test
  void theMixWeighsStepsAndNotSizes() {
    Trace trace = Fixtures.trace().decode(1, 8);
    TunerFile simpleFrom8 = Fixtures.tuner("allreduce,65536,100000,ring,simple,-1,1,2");
    Prediction p =
        Fixtures.predict(trace.build(), simpleFrom8, "1:60,8:40", Fixtures.steps(1000, 900, 900));
    assertThat(p.headline().stepSavingPct().orElseThrow().mid()).isCloseTo(4, within(1e-9));
    assertThat(p.headline().savingUsPerStep().orElseThrow().mid()).isCloseTo(40, within(1e-9));
    assertThat(p.headline().reason()).isEqualTo(Reason.MIX_GAINS);

    Prediction rare =
        Fixtures.predict(trace.build(), simpleFrom8, "1:99,8:1", Fixtures.steps(1000, 900, 900));
    assertThat(rare.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
  }

  @Test
  void aBatchBetweenCapturedSizesRunsAsTheNextOne() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(1, 8).build(),
            ALWAYS_SIMPLE,
            "3:1",
            Fixtures.steps(1000, 900, 900));
    assertThat(p.rows()).hasSize(2);
    assertThat(p.rows().get(1).weight()).hasValue(1);
    assertThat(p.rows().get(0).weight()).isEmpty();
  }

  @Test
  void aBatchAboveAllCapturedSizesIsPredictedWithItsOwnTokens() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(1, 8).build(),
            ALWAYS_SIMPLE,
            "12:1",
            Fixtures.steps(1000, 900, 900));
    SizeRow row = p.rows().get(2);
    assertThat(row.bytes()).isEqualTo(12 * Fixtures.TOKEN);
    assertThat(row.regBuff()).isZero();
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HELPS);
  }

  @Test
  void noCurveIsTakenBeyondItsMeasuredSizes() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(24).build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.rows().get(0).outcome(Scenario.AS_ALLOWED).savingUs()).isEmpty();
    assertThat(p.headline().reason()).isEqualTo(Reason.NO_CURVE);
    assertThat(p.headline().settlement()).contains(Settlement.STEP_SWEEP);
  }

  @Test
  void curvesOfAnotherTransportAreRefusedByName() {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(TransportClass.NET);
    Prediction p = Fixtures.predict(trace.build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(p.calibrations().get(0).match().refusals())
        .singleElement()
        .asString()
        .contains("SHM");
  }

  @Test
  void curvesOfAnotherRankCountAreRefused() {
    Trace trace = Fixtures.trace();
    trace.nRanks = 4;
    trace.decode(8);
    Prediction p =
        Fixtures.predict(
            trace.build(),
            Fixtures.tuner("allreduce,0,100000,ring,simple,-1,1,4"),
            Fixtures.steps(1000, 900, 900));
    assertThat(p.calibrations().get(0).match().isUsable()).isFalse();
    assertThat(p.headline().reason()).isEqualTo(Reason.NO_CURVE);
  }

  @Test
  void zonesComeFromCurvesThatMaySpeakForTheTrace() {
    CurveSet here = Fixtures.steps(1000, 900, 900);
    Trace trace = Fixtures.trace().decode(8);
    assertThat(Predictor.usable(trace.build(), List.of(here))).containsExactly(here);

    trace.transport = Optional.of(TransportClass.NVL);
    assertThat(Predictor.usable(trace.build(), List.of(here))).isEmpty();
  }

  @Test
  void whatIsNotNamedIsListedAsNotChecked() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(8).build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.calibrations().get(0).match().notChecked()).containsExactly("gpu");
  }

  @Test
  void withoutTheNumberOfNodesOnlyRulesForAnyAreKnownToMatch() {
    Trace trace = Fixtures.trace();
    trace.nNodes = -1;
    trace.decode(8);
    CurveSet curves = Fixtures.steps(1000, 900, 900);
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE, curves).headline().reason())
        .isEqualTo(Reason.ALLOWED_UNKNOWN);
    Prediction p =
        Fixtures.predict(
            trace.build(), Fixtures.tuner("allreduce,0,100000,ring,simple,-1,-1,2"), curves);
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HELPS);
    assertThat(p.calibrations().get(0).match().notChecked()).containsExactly("gpu", "nNodes");
  }

  @Test
  void aRuleForRegisteredBuffersMeetsCapturedCallsAlone() {
    TunerFile captured =
        Fixtures.tuner("allreduce,0,9223372036854775807,ring,simple,-1,-1,-1,-1,1");
    Prediction p = Fixtures.predict(Fixtures.trace().decode(8).eager(8).build(), captured);

    assertThat(p.rows()).extracting(SizeRow::regBuff).containsExactly(1, 0);
    assertThat(p.rows())
        .extracting(r -> r.outcome(Scenario.AS_ALLOWED).differs())
        .containsExactly(true, false);
  }

  @Test
  void communicatorsOfOtherSizesKeepTheirOwnCurves() {
    Trace two = Fixtures.trace().decode(8);
    Trace four = Fixtures.trace();
    four.nRanks = 4;
    four.decode(8);
    List<MessageRow> both = new ArrayList<>(two.rows);
    both.addAll(four.rows);
    Prediction p =
        Fixtures.predict(
            two.build().withRows(both),
            Fixtures.tuner("allreduce,0,9223372036854775807,ring,simple,-1,-1,-1"),
            Fixtures.steps(1000, 900, 900));

    assertThat(p.rows()).extracting(SizeRow::nRanks).containsExactly(2, 4);
    assertThat(p.rows().get(0).outcome(Scenario.AS_ALLOWED).savingUs()).isPresent();
    assertThat(p.rows().get(1).outcome(Scenario.AS_ALLOWED).savingUs()).isEmpty();
    assertThat(p.headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(p.calibrations())
        .extracting(u -> u.nRanks() + " " + u.match().isUsable())
        .containsExactly("2 true", "4 false");
  }

  @Test
  void aRuleThatSetsChannelsHasNoCurveUnlessMeasuredSo() {
    TunerFile two = Fixtures.tuner("allreduce,0,100000,ring,ll,2,1,2");
    Prediction p =
        Fixtures.predict(Fixtures.trace().decode(8).build(), two, Fixtures.steps(1000, 900, 900));
    assertThat(p.headline().reason()).isEqualTo(Reason.NO_CURVE);
    // The communicator has four channels, and this size fills them: eight change nothing.
    TunerFile eight = Fixtures.tuner("allreduce,0,100000,ring,ll,8,1,2");
    assertThat(Fixtures.predict(Fixtures.trace().decode(8).build(), eight).headline().verdict())
        .isEqualTo(Verdict.NO_EFFECT);
    // 16 KiB take two by NCCL's own thresholds, and 8 KiB one, which a rule for two replaces.
    assertThat(Fixtures.predict(Fixtures.trace().decode(2).build(), two).headline().verdict())
        .isEqualTo(Verdict.NO_EFFECT);
    assertThat(Fixtures.predict(Fixtures.trace().decode(1).build(), two).headline().reason())
        .isEqualTo(Reason.NO_CURVE);
  }

  @Test
  void aShapeOtherThanTheSweepsKeepsMicroseconds() {
    Trace trace = Fixtures.trace();
    trace.callsPerPass = Optional.of(Figure.of(64, Basis.SEQUENCE));
    Prediction p =
        Fixtures.predict(trace.decode(8).build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    SizeOutcome o = p.rows().get(0).outcome(Scenario.AS_ALLOWED);
    assertThat(p.rows().get(0).stepTime()).isEmpty();
    assertThat(o.stepSavingPct()).isEmpty();
    assertThat(o.savingUs().orElseThrow().mid()).isCloseTo(100.0 / 32, within(1e-9));
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HELPS);
  }

  @Test
  void anUpperBoundOfCallsMakesNoShareOfAStep() {
    Trace trace = Fixtures.trace();
    trace.callsPerPass = Optional.of(Figure.atMost(Fixtures.CALLS, Basis.SEQUENCE));
    Prediction p =
        Fixtures.predict(trace.decode(8).build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.rows().get(0).outcome(Scenario.AS_ALLOWED).stepSavingPct()).isEmpty();
  }

  @Test
  void tuningLinesComeBeforeTheTable() {
    Trace trace = Fixtures.trace().observed(8, Algorithm.TREE, Protocol.SIMPLE);
    OwnChoice own =
        Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).own().orElseThrow();
    assertThat(own)
        .isEqualTo(
            new OwnChoice(Choice.of(Algorithm.TREE, Protocol.SIMPLE), ChoiceBasis.OBSERVED, false));
  }

  @Test
  void tuningLinesUnderAnotherTunerAreNotNcclsOwnChoice() {
    Trace trace = Fixtures.trace().observed(8, Algorithm.TREE, Protocol.SIMPLE);
    trace.notices =
        List.of(new Notice("TUNER", "", "TUNER/Plugin: Using Example (v4)", 1, "log", 0));
    OwnChoice own =
        Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).own().orElseThrow();
    assertThat(own.basis()).isEqualTo(ChoiceBasis.TABLE);
    trace.notices =
        List.of(new Notice("TUNER", "", "TUNER/Plugin: Using internal tuner plugin.", 1, "log", 0));
    own = Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).own().orElseThrow();
    assertThat(own.basis()).isEqualTo(ChoiceBasis.OBSERVED);
  }

  @Test
  void kernelsTellTheProtocolWhereNvlsIsExcluded() {
    Trace trace = Fixtures.trace().decode(8);
    trace.costs = Optional.empty();
    trace.kernels =
        List.of(
            new KernelRuns(
                CallSite.UNKNOWN,
                new Kernel(KernelFamily.NCCL, "k", Collective.ALL_REDUCE, "RING", 4, 544),
                8 * Fixtures.TOKEN,
                2,
                false,
                1,
                0,
                0,
                0,
                0));
    // The fixture's communicator says that it has no NVLS channels.
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).own())
        .contains(
            new OwnChoice(Choice.of(Algorithm.RING, Protocol.SIMPLE), ChoiceBasis.KERNEL, false));
    trace.environment = Map.of("NCCL_NTHREADS", List.of("256"));
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).own()).isEmpty();
  }

  @Test
  void curvesOfAnotherGpuAreRefused() {
    Trace trace = Fixtures.trace().decode(8);
    trace.host = Map.of("gpu", List.of("NVIDIA L40S"));
    Prediction p = Fixtures.predict(trace.build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.calibrations().get(0).match().refusals())
        .singleElement()
        .asString()
        .contains("L40S");
    assertThat(p.headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
  }

  @Test
  void liftingTheBanMayChangeNcclsOwnChoiceToo() {
    Trace trace = Fixtures.trace().decode(16);
    trace.costs =
        Optional.of(
            new PrintedCosts(
                List.of(
                    Fixtures.cost(Algorithm.RING, Protocol.LL, 8.6, 5),
                    Fixtures.cost(Algorithm.RING, Protocol.LL128, 9, 0),
                    Fixtures.cost(Algorithm.RING, Protocol.SIMPLE, 60, 40)),
                List.of()));
    Prediction p =
        Fixtures.predict(
            trace.build(), Fixtures.tuner("# no rule"), Fixtures.steps(1000, 950, 900));
    SizeOutcome lifted = p.rows().get(0).outcome(Scenario.LL128_ALLOWED);
    assertThat(lifted.choice()).contains(Choice.of(Algorithm.RING, Protocol.LL128));
    assertThat(lifted.rule()).isEmpty();
    assertThat(p.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(p.scenario(Scenario.LL128_ALLOWED).verdict()).isEqualTo(Verdict.HELPS);
  }

  @Test
  void withoutATableLl128OverHostMemoryIsForbiddenAndElsewhereUnknown() {
    Trace trace = Fixtures.trace().observed(8, Algorithm.RING, Protocol.LL);
    trace.costs = Optional.empty();
    TunerFile ll128 = Fixtures.tuner("allreduce,0,100000,ring,ll128,-1,1,2");
    assertThat(Fixtures.predict(trace.build(), ll128).headline().verdict())
        .isEqualTo(Verdict.NO_EFFECT);
    trace.transport = Optional.empty();
    assertThat(Fixtures.predict(trace.build(), ll128).headline().reason())
        .isEqualTo(Reason.ALLOWED_UNKNOWN);
  }

  @Test
  void theGraphSearchStandsInForAMissingTable() {
    Trace trace = Fixtures.trace().decode(8, 64);
    trace.costs = Optional.empty();
    trace.transport = Optional.empty();
    trace.patterns =
        List.of(
            new GraphPattern(0, 4, 0, 2, 20, 20, "PHB", "PIX", 1),
            new GraphPattern(0, 1, 0, 2, 40, 40, "PHB", "PIX", 0));
    List<SizeRow> rows = Fixtures.predict(trace.build(), LL128_FIRST).rows();
    assertThat(rows).extracting(r -> r.own().orElseThrow().basis()).containsOnly(ChoiceBasis.MODEL);
    assertThat(rows)
        .extracting(r -> r.own().orElseThrow().choice().protocol())
        .containsExactly(Protocol.LL, Protocol.SIMPLE);
    assertThat(rows.get(0).outcome(Scenario.AS_ALLOWED).choice())
        .contains(Choice.of(Algorithm.RING, Protocol.SIMPLE));

    trace.environment = Map.of("NCCL_PROTO", List.of("Simple"));
    assertThat(Fixtures.predict(trace.build(), LL128_FIRST).rows())
        .extracting(r -> r.own().orElseThrow().choice().protocol())
        .containsOnly(Protocol.SIMPLE);
  }

  @Test
  void withoutATunerFileThereIsNothingToJudge() {
    PredictionInput input =
        new PredictionInput(
            Fixtures.trace().decode(8).build(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    ScenarioVerdict headline = Predictor.predict(input).headline();
    assertThat(headline.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(headline.reason()).isEqualTo(Reason.NO_TUNER);
    assertThat(headline.settlement()).contains(Settlement.STEP_SWEEP);
  }

  @Test
  void withoutAnyCallATunerFileWouldSettleNothing() {
    PredictionInput input =
        new PredictionInput(
            Fixtures.trace().build(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    ScenarioVerdict headline = Predictor.predict(input).headline();
    assertThat(headline.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(headline.reason()).isEqualTo(Reason.NO_TRAFFIC);
    assertThat(headline.settlement()).contains(Settlement.TUNING_LOG);
  }

  @Test
  void eagerSizesWithoutCurvesAreNamedAndLeftOut() {
    Prediction p =
        Fixtures.predict(
            Fixtures.trace().decode(8).eager(16, 32).build(),
            Fixtures.tuner(
                "allreduce,131072,131072,ring,simple,-1,1,2",
                "allreduce,262144,262144,ring,simple,-1,1,2"),
            Fixtures.steps(1000, 1000, 1000));
    assertThat(p.leftOut()).extracting(SizeRow::bytes).containsExactly(262_144L);
    assertThat(p.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
  }

  @Test
  void aHostThatNamesNothingIsStillUsed() {
    CurveSet anonymous =
        CurveSet.of(
            CurveBasis.STEP,
            MeasuredHost.unknown(),
            List.of(),
            List.of(Fixtures.stepCurve(LL, 1000), Fixtures.stepCurve(SIMPLE, 900)));
    Prediction p = Fixtures.predict(Fixtures.trace().decode(8).build(), ALWAYS_SIMPLE, anonymous);
    assertThat(p.headline().verdict()).isEqualTo(Verdict.HELPS);
    assertThat(p.calibrations().get(0).match().notChecked())
        .containsExactly("gpu", "transport", "nccl");
  }
}
