package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CurveSetTest {
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
  private static final CurveChoice TREE = CurveChoice.pinned(Algorithm.TREE, Protocol.LL);

  private static CurvePoint point(long bytes, int calls, double... us) {
    TreeMap<Integer, Double> samples = new TreeMap<>();
    for (int round = 0; round < us.length; round++) {
      samples.put(round, us[round]);
    }
    return new CurvePoint(bytes, calls == 1 ? 0 : bytes / 8192, calls, samples);
  }

  private static LatencyCurve curve(CurveChoice choice, CurvePoint... points) {
    return new LatencyCurve(new CurveKey(2, 1, choice), List.of(points));
  }

  private static CurveSet set(CurveBasis basis, LatencyCurve... curves) {
    return CurveSet.of(basis, MeasuredHost.unknown(), List.of(), List.of(curves));
  }

  private static CurveSet steps() {
    return set(
        CurveBasis.STEP,
        curve(CurveChoice.ncclDefault(), point(8192, 32, 1000, 1020, 1010)),
        curve(LL, point(8192, 32, 1003.2, 1020, 1013.2), point(16384, 32, 1100, 1120, 1110)),
        curve(SIMPLE, point(8192, 32, 1064, 1084, 1080.4), point(16384, 32, 1132, 1152, 1142)));
  }

  @Test
  void aStepDifferenceIsThatOfTheMediansWithTheSpreadOfTheRounds() {
    Interval us = steps().difference(2, 1, LL, SIMPLE, 8192).orElseThrow();

    assertThat(us.mid()).isCloseTo((1080.4 - 1013.2) / 32, within(1e-9));
    assertThat(us.low()).isCloseTo(60.8 / 32, within(1e-9));
    // The rounds end at the middle; equal choices differ by up to 0.1.
    assertThat(us.high()).isCloseTo(67.2 / 32 + 0.1, within(1e-9));
  }

  @Test
  void aDifferenceTurnedRoundChangesItsSign() {
    assertThat(steps().difference(2, 1, SIMPLE, LL, 8192))
        .isEqualTo(steps().difference(2, 1, LL, SIMPLE, 8192).map(Interval::negated));
  }

  @Test
  void stepsKnowNoLatencyOfACall() {
    assertThat(steps().callUs(2, 1, LL, 8192)).isEmpty();
    assertThat(steps().stepUs(2, 1, LL, 8192)).map(Interval::mid).contains(1013.2);
    assertThat(steps().stepShape(2, 1)).contains(new StepShape(8192, 32));
  }

  @Test
  void nothingIsSaidOutsideMeasuredSizesOrOfOtherCommunicators() {
    CurveSet curves = steps();

    assertThat(curves.difference(2, 1, LL, SIMPLE, 8191)).isEmpty();
    assertThat(curves.difference(2, 1, LL, SIMPLE, 16385)).isEmpty();
    assertThat(curves.difference(2, 1, LL, TREE, 8192)).isEmpty();
    assertThat(curves.difference(4, 1, LL, SIMPLE, 8192)).isEmpty();
    assertThat(curves.stepUs(2, 1, LL, 32768)).isEmpty();
    assertThat(curves.match(4, 1, MeasuredHost.unknown()).refusals())
        .containsExactly(
            "measured with [2 ranks on 1 node], the communicator has 4 ranks on 1 node");
  }

  @Test
  void betweenSizesItIsLinearInBytes() {
    Interval us = steps().difference(2, 1, LL, SIMPLE, 12288).orElseThrow();

    assertThat(us.mid()).isCloseTo((2.1 + 1) / 2, within(1e-9));
  }

  @Test
  void aKinkBesideTheGapWidensTheInterval() {
    CurveSet straight = set(CurveBasis.PUBLISHED, line(LL, 1, 2, 3, 4, 5, 6));
    CurveSet kinked = set(CurveBasis.PUBLISHED, line(LL, 1, 2, 3, 8, 9, 10));

    Interval calm = straight.curve(new CurveKey(2, 1, LL)).orElseThrow().at(2500).orElseThrow();
    Interval bent = kinked.curve(new CurveKey(2, 1, LL)).orElseThrow().at(3500).orElseThrow();

    assertThat(calm.halfWidth()).isCloseTo(0, within(1e-9));
    assertThat(bent.low()).isLessThanOrEqualTo(3.5);
    assertThat(bent.high()).isGreaterThanOrEqualTo(7.5);
  }

  @Test
  void anEndThatShowsNoKinkTakesTheWorstElsewhere() {
    CurveSet kinked = set(CurveBasis.PUBLISHED, line(LL, 10, 10, 10, 15, 20, 20, 20));

    Interval end = kinked.curve(new CurveKey(2, 1, LL)).orElseThrow().at(1500).orElseThrow();

    assertThat(end.halfWidth()).isGreaterThan(1);
  }

  @Test
  void aGapBetweenTeethOfASawMayHideAnother() {
    CurveSet sawn =
        set(
            CurveBasis.STEP,
            line(LL, 10, 10, 10, 10, 10, 10, 10),
            line(SIMPLE, 15, 15, 18, 15, 15, 15, 15));

    Interval beside = sawn.difference(2, 1, LL, SIMPLE, 4500).orElseThrow();
    Interval away = sawn.difference(2, 1, LL, SIMPLE, 5500).orElseThrow();

    assertThat(beside.mid()).isCloseTo(5, within(1e-9));
    assertThat(beside.high()).isGreaterThanOrEqualTo(6.5);
    assertThat(away.high()).isCloseTo(5, within(1e-9));
  }

  @Test
  void anUnseenKinkIsJudgedByTheSizesNearIt() {
    double[] flat = new double[20];
    double[] kinked = new double[20];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = 10;
      kinked[i] = i == 17 ? 500 : 12;
    }
    CurveSet steps = set(CurveBasis.STEP, doubling(LL, flat), doubling(SIMPLE, kinked));

    assertThat(steps.difference(2, 1, LL, SIMPLE, 1500).orElseThrow().halfWidth()).isZero();
    assertThat(steps.difference(2, 1, LL, SIMPLE, 1000L << 18).orElseThrow().high()).isEqualTo(2);
    assertThat(steps.difference(2, 1, LL, SIMPLE, 1500L << 18).orElseThrow().high())
        .isGreaterThan(100);
  }

  @Test
  void betweenSizesStepsFollowAllReducesAlone() {
    CurveSet steps = set(CurveBasis.STEP, at(LL, 10, 10, 10, 10), at(SIMPLE, 15, 15, 15, 15));
    double[] simpleAlone = {12, 12, 12, 15, 12, 12, 12};
    CurveSet alone =
        set(CurveBasis.ISOLATED, line(LL, 10, 10, 10, 10, 10, 10, 10), line(SIMPLE, simpleAlone));

    CurveSet bent = steps.withSizesBetween(alone);

    // Sizes of the steps are 1, 3, 5 and 7 thousand: the tooth at 4 is in a gap.
    assertThat(bent.difference(2, 1, LL, SIMPLE, 4000).orElseThrow().mid()).isEqualTo(8);
    assertThat(bent.difference(2, 1, SIMPLE, LL, 4000).orElseThrow().mid()).isEqualTo(-8);
    assertThat(bent.difference(2, 1, LL, SIMPLE, 3000))
        .isEqualTo(steps.difference(2, 1, LL, SIMPLE, 3000));
    assertThat(bent.difference(2, 1, LL, SIMPLE, 8000)).isEmpty();
    assertThat(steps.difference(2, 1, LL, SIMPLE, 4000).orElseThrow().mid()).isEqualTo(5);
    assertThat(bent.match(2, 1, MeasuredHost.unknown()).remarks())
        .containsExactly("between its sizes it follows the isolated sweep");
    assertThat(steps.match(2, 1, MeasuredHost.unknown()).remarks()).isEmpty();
  }

  @Test
  void anIsolatedSweepThatIsNoFinerBendsNothing() {
    CurveSet steps = set(CurveBasis.STEP, at(LL, 10, 10, 10, 10), at(SIMPLE, 15, 16, 15, 16));
    CurveSet coarse = set(CurveBasis.ISOLATED, at(LL, 10, 10, 10, 10), at(SIMPLE, 12, 19, 12, 19));

    assertThat(steps.withSizesBetween(coarse).difference(2, 1, LL, SIMPLE, 4000))
        .isEqualTo(steps.difference(2, 1, LL, SIMPLE, 4000));
  }

  /** At 1, 3, 5 ... thousand bytes. */
  private static LatencyCurve at(CurveChoice choice, double... us) {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < us.length; i++) {
      points.add(point(2000L * i + 1000, 1, us[i]));
    }
    return new LatencyCurve(new CurveKey(2, 1, choice), points);
  }

  private static LatencyCurve doubling(CurveChoice choice, double... us) {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < us.length; i++) {
      points.add(point(1000L << i, 1, us[i]));
    }
    return new LatencyCurve(new CurveKey(2, 1, choice), points);
  }

  private static LatencyCurve line(CurveChoice choice, double... us) {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < us.length; i++) {
      points.add(point(1000L * (i + 1), 1, us[i]));
    }
    return new LatencyCurve(new CurveKey(2, 1, choice), points);
  }

  @Test
  void isolatedSweepsMissASystematicEightMicroseconds() {
    CurveSet isolated =
        set(
            CurveBasis.ISOLATED,
            curve(LL, point(8192, 1, 10, 11)),
            curve(SIMPLE, point(8192, 1, 14, 16)));

    Interval us = isolated.difference(2, 1, LL, SIMPLE, 8192).orElseThrow();

    assertThat(us).isEqualTo(new Interval(4 - 8, 4.5, 5 + 8));
    assertThat(isolated.noiseFloorUs(2, 1, 8192)).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void offsetsMeasuredInStepsReplaceTheSystematicError() {
    CurveSet isolated =
        set(CurveBasis.ISOLATED, curve(LL, point(8192, 1, 10)), curve(SIMPLE, point(8192, 1, 14)));
    InStepOffsets offsets = InStepOffsets.between(steps(), isolated);

    Interval us = isolated.withOffsets(offsets).difference(2, 1, LL, SIMPLE, 8192).orElseThrow();

    assertThat(us.mid()).isCloseTo(2.1, within(1e-9));
    assertThat(us.halfWidth()).isLessThan(CurveSet.ISOLATED_SYSTEMATIC_US);
  }

  @Test
  void publishedFiguresAreOffByATenth() {
    CurveSet published =
        set(CurveBasis.PUBLISHED, curve(LL, point(8192, 1, 50)), curve(SIMPLE, point(8192, 1, 40)));

    assertThat(published.difference(2, 1, LL, SIMPLE, 8192)).contains(new Interval(-15, -10, -5));
  }

  @Test
  void theNoiseFloorOfStepsIsTheSpreadOfEquals() {
    assertThat(steps().noiseFloorUs(2, 1, 8192)).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void whatBothSidesNameMustAgreeAndTheRestIsListed() {
    MeasuredHost h200 =
        new MeasuredHost(
            Optional.of("NVIDIA H200"), Optional.of(TransportClass.SHM), Optional.of("2.28.9"));
    CurveSet curves = CurveSet.of(CurveBasis.ISOLATED, h200, List.of(), List.of(line(LL, 1, 2, 3)));

    assertThat(curves.match(2, 1, MeasuredHost.unknown()).notChecked())
        .containsExactly("gpu", "transport", "nccl");
    CurveMatch other =
        curves.match(
            2,
            1,
            new MeasuredHost(
                Optional.of("H200"), Optional.of(TransportClass.P2P), Optional.of("2.29.2")));
    assertThat(other.isUsable()).isFalse();
    assertThat(other.refusals()).containsExactly("measured over SHM, the trace uses P2P");
    assertThat(other.remarks())
        .containsExactly("measured with NCCL 2.28.9, the trace is of 2.29.2");
  }

  private static CurveMatch ofGpus(String measured, String trace) {
    MeasuredHost host = new MeasuredHost(Optional.of(measured), Optional.empty(), Optional.empty());
    CurveSet curves = CurveSet.of(CurveBasis.PUBLISHED, host, List.of(), List.of(line(LL, 1, 2)));
    return curves.match(
        2, 1, new MeasuredHost(Optional.of(trace), Optional.empty(), Optional.empty()));
  }

  @Test
  void aNameOfTheModelAloneMayBeAnyBoardOfItAndCountsAsNotChecked() {
    CurveMatch board = ofGpus("RTX PRO 6000", "NVIDIA RTX PRO 6000 Blackwell Server Edition");

    assertThat(board.isUsable()).isTrue();
    assertThat(board.notChecked()).contains("gpu");
    assertThat(ofGpus("NVIDIA H200", "H200").notChecked()).doesNotContain("gpu");
    assertThat(ofGpus("NVIDIA A100-SXM4-80GB", "NVIDIA A100-PCIE-40GB").isUsable()).isFalse();
    assertThat(ofGpus("H100", "H200").isUsable()).isFalse();
    assertThat(ofGpus("RTX 4090", "NVIDIA GeForce RTX 4090").notChecked()).doesNotContain("gpu");
    assertThat(ofGpus("RTX 4080", "NVIDIA GeForce RTX 4080 SUPER").isUsable()).isFalse();
    assertThat(ofGpus("NVIDIA GeForce RTX 4070 Ti", "RTX 4070").isUsable()).isFalse();
  }

  @Test
  void offsetsLeaveOutASizeThatTheStepsCannotCompare() {
    CurveSet steps =
        set(
            CurveBasis.STEP,
            curve(LL, point(8192, 32, 1000), point(16384, 32, 1100)),
            curve(SIMPLE, point(8192, 33, 1064), point(16384, 32, 1132)));
    CurveSet isolated =
        set(
            CurveBasis.ISOLATED,
            curve(LL, point(8192, 1, 10), point(16384, 1, 11)),
            curve(SIMPLE, point(8192, 1, 14), point(16384, 1, 15)));

    assertThat(InStepOffsets.between(steps, isolated).offset(2, 1, LL, SIMPLE))
        .map(Interval::mid)
        .contains(1.0 - 4);
  }
}
