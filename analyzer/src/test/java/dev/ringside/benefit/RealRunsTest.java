package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.calibrate.SweepCollector;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shipped samples, from their files to the verdict. */
class RealRunsTest {

  private static final TunerFile BUILTIN = TunerFile.builtin(TunerFile.EPYC_TURIN);

  @Test
  void foreignZonesHurtTheMeasuredHost() throws IOException {
    Traffic traffic = traffic("h200-tp2-shm/log");
    Prediction p = predict(traffic, BUILTIN, sweeps("h200-tp2-shm/step"));

    assertThat(p.headline().verdict()).isEqualTo(Verdict.HURTS);
    assertThat(pct(p, 56, Scenario.AS_ALLOWED)).isCloseTo(-6.6, within(0.3));
    assertThat(pct(p, 64, Scenario.AS_ALLOWED)).isCloseTo(-11.2, within(0.3));
    assertThat(p.rows().stream().filter(r -> !r.isEager())).hasSize(12);
    assertThat(p.rows())
        .allSatisfy(r -> assertThat(r.own().orElseThrow().basis()).isEqualTo(ChoiceBasis.OBSERVED));
    assertThat(p.eagerLeftOut()).isEmpty();
  }

  @Test
  void zonesOfTheMeasuredHostHelpItAboveAllWithLl128() throws IOException {
    TunerFile zones =
        Fixtures.tuner(
            "allreduce,229376,524288,ring,ll128,-1,1,2",
            "allreduce,0,360448,ring,ll,-1,1,2",
            "allreduce,360449,9223372036854775807,ring,simple,-1,1,2");
    Prediction p = predict(traffic("h200-tp2-shm/log"), zones, sweeps("h200-tp2-shm/step"));

    assertThat(pct(p, 48, Scenario.AS_ALLOWED)).isCloseTo(1.1, within(0.3));
    assertThat(pct(p, 40, Scenario.AS_ALLOWED)).isZero();
    Map<Integer, Double> lifted = Map.of(32, 2.0, 40, 3.5, 48, 7.9, 56, 5.8, 64, 4.3);
    lifted.forEach(
        (batch, expected) ->
            assertThat(pct(p, batch, Scenario.LL128_ALLOWED)).isCloseTo(expected, within(0.3)));
  }

  @Test
  void isolatedSweepsAloneDoNotPromiseWhatAStepLoses() throws IOException {
    TunerFile zones =
        Fixtures.tuner(
            "allreduce,163840,1048576,ring,ll128,-1,1,2",
            "allreduce,0,294912,ring,ll,-1,1,2",
            "allreduce,294913,9223372036854775807,ring,simple,-1,1,2");
    List<CurveSet> sweeps = sweeps("h200-tp2-shm/sweep");
    Traffic traffic = traffic("h200-tp2-shm/log");

    assertThat(predict(traffic, BUILTIN, sweeps).headline().verdict()).isEqualTo(Verdict.HURTS);
    ScenarioVerdict open = predict(traffic, zones, sweeps).headline();
    assertThat(open.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(open.settlement()).contains(Settlement.STEP_SWEEP);
  }

  @Test
  void thePublishedTraceKeepsItsChoiceAtFourRanks() throws IOException {
    Prediction p =
        Predictor.predict(
            new PredictionInput(
                traffic("qwen3.5-397b-tp4/log"),
                Optional.of(BUILTIN),
                List.of(),
                Optional.of(PublishedProfile.named(PublishedProfile.EPYC_TURIN)),
                Optional.empty()));
    assertThat(p.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(p.rows())
        .hasSize(12)
        .allSatisfy(
            r -> {
              assertThat(r.own().orElseThrow().choice().protocol()).isEqualTo(Protocol.LL);
              assertThat(r.own().orElseThrow().basis()).isEqualTo(ChoiceBasis.PUBLISHED);
              assertThat(r.callsPerPass().orElseThrow().value()).isEqualTo(121);
              assertThat(r.loggedPasses().orElseThrow().value()).isEqualTo(3);
            });
  }

  private static Prediction predict(Traffic traffic, TunerFile tuner, List<CurveSet> curves) {
    return Predictor.predict(
        new PredictionInput(
            traffic, Optional.of(tuner), curves, Optional.empty(), Optional.empty()));
  }

  private static double pct(Prediction p, long batch, Scenario scenario) {
    return p.rows().stream()
        .filter(r -> !r.isEager() && r.batch().orElseThrow().value() == batch)
        .findFirst()
        .orElseThrow()
        .outcome(scenario)
        .stepSavingPct()
        .orElseThrow()
        .mid();
  }

  private static Traffic traffic(String directory) throws IOException {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(files(directory), ReadOptions.DEFAULT, pieces);
    return Interpretation.of(pieces.summary(), Optional.empty());
  }

  private static List<CurveSet> sweeps(String directory) throws IOException {
    SweepCollector collector = new SweepCollector();
    TraceFiles.read(files(directory), ReadOptions.DEFAULT, collector);
    return collector.sweeps(Map.of()).curves();
  }

  private static List<Path> files(String directory) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../samples").resolve(directory))) {
      return files.sorted().toList();
    }
  }
}
