package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import dev.ringside.calibrate.SweepCollector;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.MessageRow;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertThat(p.rows().stream().filter(r -> !r.isOutsideDecode())).hasSize(12);
    assertThat(p.rows())
        .allSatisfy(r -> assertThat(r.own().orElseThrow().basis()).isEqualTo(ChoiceBasis.OBSERVED));
    assertThat(p.leftOut()).isEmpty();
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

  @ParameterizedTest
  @CsvSource({
    "shm/log/nccl.node01.rank0.log, 15",
    "shm/log/hf_rank0.log, 6",
    "shm/log/subsys_all.rank0.log, 4",
    "shm/tuner/proto_per_function.rank0.log, 13",
    "multi/nvlink.561.log, 8",
  })
  void theTableOfALogGivesTheChoicesItShows(String file, int sizes) {
    Traffic traffic = read(List.of(Checkout.shared("data/h200-tp2/" + file)));
    Traffic silent =
        traffic.withRows(traffic.rows().stream().map(RealRunsTest::withoutChoices).toList());
    List<Optional<Choice>> computed = own(silent, ChoiceBasis.TABLE);
    List<Optional<Choice>> observed = own(traffic, ChoiceBasis.OBSERVED);
    // A size that was only called in a group has a computed choice and no observed one.
    assertThat(observed).hasSameSizeAs(computed);
    for (int i = 0; i < observed.size(); i++) {
      assertThat(observed.get(i).isEmpty() || observed.get(i).equals(computed.get(i))).isTrue();
    }
    assertThat(observed.stream().filter(Optional::isPresent)).hasSize(sizes);
  }

  private static List<Optional<Choice>> own(Traffic traffic, ChoiceBasis basis) {
    return predict(traffic, BUILTIN, List.of()).rows().stream()
        .map(r -> r.own().filter(o -> o.basis() == basis).map(OwnChoice::choice))
        .toList();
  }

  private static MessageRow withoutChoices(MessageRow r) {
    return new MessageRow(
        r.group(),
        r.collective(),
        r.dataType(),
        r.redOp(),
        r.nRanks(),
        r.nNodes(),
        r.bytes(),
        r.phase(),
        r.phaseBasis(),
        r.regBuff(),
        r.numPipeOps(),
        r.calls(),
        r.callsPerRank(),
        r.ranksSeen(),
        r.batch(),
        r.callsPerPass(),
        r.loggedPasses(),
        List.of());
  }

  private static Prediction predict(Traffic traffic, TunerFile tuner, List<CurveSet> curves) {
    return Predictor.predict(
        new PredictionInput(
            traffic, Optional.of(tuner), curves, Optional.empty(), Optional.empty()));
  }

  private static double pct(Prediction p, long batch, Scenario scenario) {
    return p.rows().stream()
        .filter(r -> !r.isOutsideDecode() && r.batch().orElseThrow().value() == batch)
        .findFirst()
        .orElseThrow()
        .outcome(scenario)
        .stepSavingPct()
        .orElseThrow()
        .mid();
  }

  private static Traffic traffic(String directory) throws IOException {
    return read(files(directory));
  }

  private static Traffic read(List<Path> files) {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(files, ReadOptions.DEFAULT, pieces);
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
