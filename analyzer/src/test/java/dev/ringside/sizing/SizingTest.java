package dev.ringside.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SizingTest {
  private static final CurveChoice OWN = CurveChoice.ncclDefault();
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice LL128 = CurveChoice.pinned(Algorithm.RING, Protocol.LL128);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);

  private static final ModelShape SHAPE =
      new ModelShape(
          "model",
          4096,
          16,
          LayerKind.TWO_HALVES,
          33,
          "bfloat16",
          2,
          0,
          false,
          false,
          List.of(),
          true,
          List.of());

  private static LatencyCurve curve(CurveChoice choice, int calls, Map<Integer, Double> usByBatch) {
    List<CurvePoint> points = new ArrayList<>();
    new TreeMap<>(usByBatch)
        .forEach(
            (batch, us) ->
                points.add(
                    new CurvePoint(
                        batch * 8192L,
                        calls == 1 ? 0 : batch,
                        calls,
                        new TreeMap<>(Map.of(1, us, 2, us)))));
    return new LatencyCurve(new CurveKey(8, 1, choice), points);
  }

  private static CurveSet set(CurveBasis basis, LatencyCurve... curves) {
    return CurveSet.of(basis, MeasuredHost.unknown(), List.of(), List.of(curves));
  }

  private static Sizing size(List<CurveSet> curves, Integer... tp) {
    return Sizing.of(
        new SizingRequest(
            SHAPE,
            List.of(tp),
            List.of(1, 56, 64, 128),
            curves,
            Optional.of(TunerFile.builtin(TunerFile.EPYC_TURIN))));
  }

  private static SizingRow row(Sizing sizing, int tp, int batch) {
    return sizing.rows().stream()
        .filter(r -> r.tp() == tp && r.batch() == batch)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theMessageIsTheSameAtEveryTensorParallelSize() {
    Sizing sizing = size(List.of(), 2, 4, 8);

    assertThat(sizing.rows()).hasSize(12);
    for (int tp : List.of(2, 4, 8)) {
      assertThat(row(sizing, tp, 64).bytes()).isEqualTo(524_288);
    }
    assertThat(row(sizing, 8, 64).callUs()).isEmpty();
    assertThat(row(sizing, 8, 64).basis()).isEmpty();
  }

  @Test
  void zonesAreThoseOfTheTunerFileForThatManyRanks() {
    Sizing sizing = size(List.of(), 4, 8);

    assertThat(row(sizing, 4, 64).zone()).contains(LL);
    assertThat(row(sizing, 8, 56).ll128Zone()).contains(LL);
    assertThat(row(sizing, 8, 64).ll128Zone()).contains(LL128);
    assertThat(sizing.zones())
        .filteredOn(z -> z.tp() == 8 && z.isLl128Allowed() && z.choice().equals(Optional.of(LL128)))
        .singleElement()
        .satisfies(
            z -> {
              assertThat(z.firstBatch()).isEqualTo(57);
              assertThat(z.lastBatch()).isEqualTo(384);
            });
  }

  @Test
  void timesAndSavingsComeFromThisHostsCurves() {
    CurveSet isolated =
        set(
            CurveBasis.ISOLATED,
            curve(OWN, 1, Map.of(1, 10.0, 64, 60.0, 128, 100.0)),
            curve(LL128, 1, Map.of(1, 20.0, 64, 50.0, 128, 70.0)));
    Sizing sizing = size(List.of(isolated), 2, 8);

    assertThat(row(sizing, 8, 64).callUs().orElseThrow().mid()).isEqualTo(60);
    assertThat(row(sizing, 8, 64).passUs().orElseThrow().mid()).isCloseTo(1980, within(1e-6));
    assertThat(row(sizing, 8, 64).ll128SavingUs().orElseThrow().mid()).isCloseTo(330, within(1e-6));
    assertThat(row(sizing, 8, 64).basis()).contains(CurveBasis.ISOLATED);
    assertThat(row(sizing, 8, 64).share()).isEmpty();
    assertThat(row(sizing, 2, 64).callUs()).isEmpty();
  }

  @Test
  void theShareNeedsAStepSweepOfTheSameShape() {
    CurveSet isolated = set(CurveBasis.ISOLATED, curve(OWN, 1, Map.of(1, 10.0, 64, 60.0)));
    CurveSet same = set(CurveBasis.STEP, curve(OWN, 33, Map.of(1, 2000.0, 64, 4000.0)));
    CurveSet other = set(CurveBasis.STEP, curve(OWN, 17, Map.of(1, 2000.0, 64, 4000.0)));

    assertThat(row(size(List.of(isolated, same), 8), 8, 64).share().orElseThrow())
        .isCloseTo(1980.0 / 4000, within(1e-9));
    assertThat(row(size(List.of(isolated, other), 8), 8, 64).share()).isEmpty();
    assertThat(row(size(List.of(same), 8), 8, 64).callUs()).isEmpty();
  }

  @Test
  void aBatchJustPastACliffIsNamedWithWhatToUseInstead() {
    CurveSet isolated =
        set(
            CurveBasis.ISOLATED,
            curve(OWN, 1, Map.of(8, 20.0, 16, 24.0, 32, 40.0, 64, 140.0, 128, 120.0)));
    Sizing sizing = size(List.of(isolated), 8);

    assertThat(sizing.cliffs())
        .containsExactly(new Cliff(8, 64, Cliff.Kind.LARGER_IS_FREE, 128, 140, 120));
    assertThat(sizing.captureSizes()).contains(32, 128).doesNotContain(64, 72, 120);
  }

  @Test
  void aRiseOfTheTimeATokenIsACliffToo() {
    CurveSet isolated =
        set(CurveBasis.ISOLATED, curve(OWN, 1, Map.of(16, 20.0, 32, 30.0, 64, 90.0, 128, 170.0)));
    Sizing sizing = size(List.of(isolated), 8);

    assertThat(sizing.cliffs())
        .containsExactly(new Cliff(8, 64, Cliff.Kind.TIME_A_TOKEN_RISES, 32, 90, 30));
  }

  @Test
  void captureSizesHoldTheLastBatchOfEveryZone() {
    Sizing sizing = size(List.of(), 8);

    assertThat(sizing.captureSizes()).startsWith(1, 2, 4, 8, 16).contains(56).endsWith(128);
  }

  @Test
  void thePrefillChunkIsTheSmallestNearTheBestTimeAByte() {
    CurveSet isolated =
        set(
            CurveBasis.ISOLATED,
            curve(OWN, 1, Map.of(256, 400.0, 1024, 800.0, 2048, 1500.0, 8192, 5800.0)));
    Sizing sizing = size(List.of(isolated), 8);

    assertThat(sizing.prefillChunks()).hasSize(1);
    assertThat(sizing.prefillChunks().get(0).tokens()).isEqualTo(2048);
    assertThat(size(List.of(), 8).prefillChunks()).isEmpty();
  }

  @Test
  void oneRankReducesNothing() {
    assertThat(row(size(List.of(), 1), 1, 64).callUs()).isEmpty();
  }

  @Test
  void badSizesAreRefusedInOneLine() {
    assertThatThrownBy(
            () -> new SizingRequest(SHAPE, List.of(0), List.of(1), List.of(), Optional.empty()))
        .hasMessage("tensor-parallel sizes must be positive: [0]");
  }

  @Test
  void whatTensorParallelismChangesAndWhatNot() {
    assertThat(TensorParallelEffect.PAYLOAD.changes()).isFalse();
    assertThat(TensorParallelEffect.LIMITS.changes()).isTrue();
    assertThat(SIMPLE.label()).isEqualTo("Ring/Simple");
  }
}
