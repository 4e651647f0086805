package dev.ringside.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice LL128 = CurveChoice.pinned(Algorithm.RING, Protocol.LL128);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
  private static final CurveChoice TREE_SIMPLE =
      CurveChoice.pinned(Algorithm.TREE, Protocol.SIMPLE);

  /** Latencies of a host with LL best to 256 KiB, LL128 to 1.5 MiB, Simple above. */
  private static final Map<CurveChoice, ToDoubleFunction<Long>> THREE_ZONES =
      Map.of(
          LL, b -> 8 + b / 15_000.0,
          LL128, b -> 16 + b / 28_000.0,
          SIMPLE, b -> 36 + b / 45_000.0);

  private static CurveSet noisy(
      Map<CurveChoice, ToDoubleFunction<Long>> truth, double noise, long seed, List<Long> sizes) {
    Random random = new Random(seed);
    List<LatencyCurve> curves = new ArrayList<>();
    new TreeMap<>(truth)
        .forEach(
            (choice, us) -> {
              List<CurvePoint> points = new ArrayList<>();
              for (long bytes : sizes) {
                TreeMap<Integer, Double> samples = new TreeMap<>();
                for (int i = 0; i < 2; i++) {
                  samples.put(i, us.applyAsDouble(bytes) * (1 + noise * random.nextGaussian()));
                }
                points.add(new CurvePoint(bytes, 0, 1, samples));
              }
              curves.add(new LatencyCurve(new CurveKey(4, 1, choice), points));
            });
    return CurveSet.of(CurveBasis.ISOLATED, MeasuredHost.unknown(), List.of(), curves);
  }

  private static List<Long> every(int step, int to) {
    List<Long> sizes = new ArrayList<>();
    for (long bytes = step; bytes <= to; bytes += step) {
      sizes.add(bytes);
    }
    return sizes;
  }

  private static List<CurveChoice> choices(List<Zone> zones) {
    return zones.stream().map(Zone::choice).toList();
  }

  @Test
  void twoPercentOfNoiseOnThreeZonesGiveThreeZones() {
    for (long seed = 0; seed < 300; seed++) {
      CurveSet set = noisy(THREE_ZONES, 0.02, seed, every(32 * 1024, 4 << 20));
      ZonePlan plan = Calibration.of(List.of(set)).plans().get(0);

      assertThat(choices(plan.zones())).as("seed " + seed).containsExactly(LL, LL128, SIMPLE);
      assertThat(choices(plan.base())).as("seed " + seed).containsExactly(LL, SIMPLE);
    }
  }

  @Test
  void powersOfTwoGiveThemToo() {
    List<Long> sizes = new ArrayList<>();
    for (long bytes = 1024; bytes <= 64 << 20; bytes *= 2) {
      sizes.add(bytes);
    }
    for (long seed = 0; seed < 300; seed++) {
      ZonePlan plan = Calibration.of(List.of(noisy(THREE_ZONES, 0.02, seed, sizes))).plans().get(0);

      assertThat(choices(plan.zones())).as("seed " + seed).containsExactly(LL, LL128, SIMPLE);
    }
  }

  @Test
  void twoEqualChoicesOverManySizesGiveOneZone() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth =
        Map.of(LL, b -> 8 + b / 15_000.0, TREE_SIMPLE, b -> 8 + b / 15_000.0);
    for (long seed = 0; seed < 20; seed++) {
      CurveSet set = noisy(truth, 0.02, seed, every(4096, 8 << 20));

      assertThat(Calibration.of(List.of(set)).plans().get(0).zones()).as("seed " + seed).hasSize(1);
    }
  }

  @Test
  void theCrossoverIsWhereTheLinesCross() {
    CurveSet set = noisy(THREE_ZONES, 0, 1, every(64 * 1024, 4 << 20));
    ZonePlan plan = Calibration.of(List.of(set)).plans().get(0);

    // 8 + b/15000 = 16 + b/28000 and 16 + b/28000 = 36 + b/45000
    assertThat(plan.crossovers().get(0).bytes()).isBetween(257_000L, 259_000L);
    assertThat(plan.crossovers().get(1).bytes()).isBetween(1_480_000L, 1_483_000L);
    assertThat(plan.zones().get(1).minBytes()).isEqualTo(plan.zones().get(0).maxBytes() + 1);
    assertThat(plan.zones().get(0).minBytes()).isEqualTo(64 * 1024);
    assertThat(plan.zones().get(2).maxBytes()).isEqualTo(4 << 20);
  }

  @Test
  void anAlgorithmIsAChoiceToo() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth =
        Map.of(LL, b -> 8 + b / 15_000.0, TREE_SIMPLE, b -> 30 + b / 45_000.0);
    ZonePlan plan =
        Calibration.of(List.of(noisy(truth, 0.01, 3, every(64 * 1024, 2 << 20)))).plans().get(0);

    assertThat(choices(plan.zones())).containsExactly(LL, TREE_SIMPLE);
  }

  @Test
  void theFileHasLl128InFrontOfTheBaseWithoutIt() {
    CurveSet set = noisy(THREE_ZONES, 0, 1, every(64 * 1024, 4 << 20));
    List<TunerRule> rules = Calibration.of(List.of(set)).tunerFile("zones.csv").rules();

    assertThat(rules)
        .extracting(TunerRule::protocol)
        .containsExactly(Protocol.LL128, Protocol.LL, Protocol.SIMPLE);
    assertThat(rules).allMatch(r -> r.nRanks() == 4 && r.nNodes() == 1 && r.channels() == 0);
    assertThat(rules.get(1).maxBytes() + 1).isEqualTo(rules.get(2).minBytes());
    // 8 + b/15000 = 36 + b/45000
    assertThat(rules.get(1).maxBytes()).isBetween(629_000L, 631_000L);
  }

  @Test
  void whereNcclsOwnChoiceBeatsEverythingPinnedThereIsNoRule() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth =
        Map.of(
            LL,
            b -> 8 + b / 15_000.0,
            SIMPLE,
            b -> 36 + b / 45_000.0,
            CurveChoice.ncclDefault(),
            b -> b > 1_000_000 ? 20 + b / 90_000.0 : 10 + b / 15_000.0);
    List<TunerRule> rules =
        Calibration.of(List.of(noisy(truth, 0, 1, every(64 * 1024, 4 << 20))))
            .tunerFile("zones.csv")
            .rules();

    assertThat(rules).extracting(TunerRule::maxBytes).allMatch(max -> max <= 1_048_576);
  }

  @Test
  void whereNcclsOwnChoiceIsFasterThanBothNeighboursThereIsAGap() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth =
        Map.of(
            LL,
            b -> 8 + b / 15_000.0,
            SIMPLE,
            b -> 36 + b / 45_000.0,
            CurveChoice.ncclDefault(),
            b ->
                b >= 524_288 && b <= 1_048_576 ? 43 + (b - 524_288) / 32_000.0 : 60 + b / 20_000.0);
    List<Long> sizes = List.of(65_536L, 131_072L, 262_144L, 524_288L, 1_048_576L, 2_097_152L);
    Calibration calibration = Calibration.of(List.of(noisy(truth, 0, 1, sizes)));

    assertThat(choices(calibration.plans().get(0).zones()))
        .containsExactly(LL, CurveChoice.ncclDefault(), SIMPLE);
    List<TunerRule> rules = calibration.tunerFile("zones.csv").rules();
    assertThat(rules.get(0).maxBytes()).isBetween(524_288L, 630_000L);
    assertThat(rules.get(1).minBytes()).isBetween(630_001L, 1_048_576L);
  }

  @Test
  void ncclsOwnChoiceBesideThreeNoisyZonesAddsNone() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth = new TreeMap<>(THREE_ZONES);
    truth.put(CurveChoice.ncclDefault(), b -> b < 700_000 ? 8 + b / 15_000.0 : 36 + b / 45_000.0);
    for (long seed = 0; seed < 300; seed++) {
      CurveSet set = noisy(truth, 0.02, seed, every(32 * 1024, 4 << 20));
      ZonePlan plan = Calibration.of(List.of(set)).plans().get(0);

      assertThat(choices(plan.zones())).as("seed " + seed).hasSize(3);
    }
  }

  @Test
  void aPlainSweepAloneGivesNoZones() {
    Map<CurveChoice, ToDoubleFunction<Long>> truth =
        Map.of(CurveChoice.ncclDefault(), b -> 8 + b / 15_000.0);

    assertThat(Calibration.of(List.of(noisy(truth, 0, 1, every(65536, 1 << 20)))).plans())
        .isEmpty();
  }

  @Test
  void sweepsOfAnotherHostStayOutOfTheZones() {
    CurveSet here = onHost("NVIDIA H200", TransportClass.SHM);
    CurveSet elsewhere = onHost("NVIDIA H200", TransportClass.P2P);
    CurveSet sameHost = onHost("H200", TransportClass.SHM);

    Calibration calibration = Calibration.of(List.of(here, elsewhere, sameHost));

    assertThat(calibration.otherHosts()).containsExactly(elsewhere);
    assertThat(calibration.plans())
        .isEqualTo(Calibration.of(List.of(here, sameHost)).plans())
        .isNotEmpty();
  }

  private static CurveSet onHost(String gpu, TransportClass transport) {
    CurveSet set = noisy(THREE_ZONES, 0, 1, every(64 * 1024, 4 << 20));
    return CurveSet.of(
        CurveBasis.ISOLATED,
        new MeasuredHost(Optional.of(gpu), Optional.of(transport), Optional.empty()),
        List.of(),
        set.keys().stream().map(k -> set.curve(k).orElseThrow()).toList());
  }

  @Test
  void theStepSweepGivesLl128InFrontOfLlAndSimple() {
    CurveSet step = Measured.only(CurveBasis.STEP, Measured.read(Measured.step()));
    Calibration calibration = Calibration.of(List.of(step));
    ZonePlan plan = calibration.plans().get(0);

    assertThat(choices(plan.zones())).containsExactly(LL, LL128, SIMPLE);
    assertThat(choices(plan.base())).containsExactly(LL, SIMPLE);
    assertThat(calibration.tunerFile("zones.csv").rules())
        .extracting(TunerRule::protocol)
        .containsExactly(Protocol.LL128, Protocol.LL, Protocol.SIMPLE);
  }

  @Test
  void noRuleOfTheStepSweepIsSlowerThanNcclsOwnChoiceBeyondItsInterval() {
    CurveSet step = Measured.only(CurveBasis.STEP, Measured.read(Measured.step()));
    ZonePlan plan = Calibration.of(List.of(step)).plans().get(0);

    for (List<Zone> zones : List.of(plan.zones(), plan.base())) {
      for (Zone zone : zones) {
        for (long bytes : step.curve(new CurveKey(2, 1, LL)).orElseThrow().points().keySet()) {
          if (zone.minBytes() <= bytes && bytes <= zone.maxBytes()) {
            assertThat(
                    step.difference(2, 1, CurveChoice.ncclDefault(), zone.choice(), bytes)
                        .orElseThrow()
                        .low())
                .as(zone + " at " + bytes)
                .isLessThanOrEqualTo(0);
          }
        }
      }
    }
  }

  @Test
  void sizesOutsideTheStepSweepComeFromTheIsolatedSweeps() {
    Path[] pinned = Measured.pinnedSweeps();
    Path[] both = Arrays.copyOf(pinned, pinned.length + 1);
    both[pinned.length] = Measured.step();
    ZonePlan plan = Calibration.of(Measured.read(both).curves()).plans().get(0);

    assertThat(plan.basis()).isEqualTo(CurveBasis.STEP);
    assertThat(plan.zones().get(0).minBytes()).isEqualTo(8192);
    assertThat(plan.zones().get(plan.zones().size() - 1).maxBytes()).isEqualTo(1 << 20);
    assertThat(choices(plan.zones())).startsWith(LL, LL128);
  }
}
