package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.report.ReportAssembler;
import dev.ringside.report.ReportInput;
import dev.ringside.report.ReportJson;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports on random traces with random curves, of this host and of others, with gaps and ends at
 * random sizes: every figure has to lead to curves that may speak for it, and has to follow from
 * them.
 */
class RandomReportsTest {
  private static final int REPORTS = 400;
  private static final JsonMapper JSON = new JsonMapper();
  private static final long[] BATCHES = {1, 2, 4, 8, 12, 16, 24, 32, 48, 64};
  private static final List<CurveChoice> CHOICES =
      List.of(
          CurveChoice.ncclDefault(),
          CurveChoice.pinned(Algorithm.RING, Protocol.LL),
          CurveChoice.pinned(Algorithm.RING, Protocol.LL128),
          CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE),
          CurveChoice.pinned(Algorithm.TREE, Protocol.SIMPLE));

  /** How often each kind of figure was met, so that no check passes for want of figures. */
  private final TreeMap<String, Integer> met = new TreeMap<>();

  @Test
  void everyFigureFollowsFromCurvesThatMaySpeakForIt() throws IOException {
    for (long seed = 0; seed < REPORTS; seed++) {
      try {
        new RandomReport(new Random(seed)).check();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    assertThat(met.keySet())
        .contains("latency", "step time", "isolated", "step", "published", "share", "same")
        .contains("refused", "unmeasured", "mix", "lever", "curve");
    assertThat(met).allSatisfy((what, n) -> assertThat(n).as(what).isGreaterThan(20));
  }

  private void meet(String what) {
    met.merge(what, 1, Integer::sum);
  }

  private final class RandomReport {
    private final Random random;
    private final Fixtures.Trace trace = Fixtures.trace();
    private final Optional<String> gpu;
    private final List<CurveSet> sets = new ArrayList<>();
    private final Prediction prediction;
    private final JsonNode report;

    RandomReport(Random random) throws IOException {
      this.random = random;
      this.gpu = pick(Optional.of("NVIDIA H200"), Optional.of("NVIDIA B200"), Optional.empty());
      trace.nRanks = pick(2, 2, 4);
      trace.transport = pick(Optional.of(TransportClass.SHM), Optional.of(TransportClass.NVL));
      trace.host = gpu.map(g -> Map.of("gpu", List.of(g))).orElse(Map.of());
      for (long batch : BATCHES) {
        if (random.nextBoolean()) {
          trace.decode(batch);
        }
      }
      trace.decode(128).eager(512);
      int n = 1 + random.nextInt(4);
      for (int i = 0; i < n; i++) {
        sets.add(set());
      }
      PredictionInput input =
          new PredictionInput(
              trace.build(),
              pick(Optional.of(tuner()), Optional.of(tuner()), Optional.empty()),
              sets,
              Optional.empty(),
              pick(Optional.empty(), Optional.of(BatchMix.parse("1:10,8:5,24:3"))));
      this.prediction = Predictor.predict(input);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ReportJson.write(
          ReportAssembler.assemble(
              new ReportInput(
                  input.traffic().sources(),
                  input,
                  prediction,
                  List.of(),
                  List.of(),
                  List.of("report"),
                  "1")),
          out);
      this.report = JSON.readTree(out.toByteArray());
    }

    @SafeVarargs
    private <T> T pick(T... values) {
      return values[random.nextInt(values.length)];
    }

    private TunerFile tuner() {
      long border = Fixtures.TOKEN * BATCHES[random.nextInt(BATCHES.length)];
      return Fixtures.tuner(
          "allreduce," + border / 2 + "," + border + ",ring,ll128,-1,-1,-1",
          "allreduce,0," + border + "," + pick("ring,ll", "tree,simple") + ",-1,-1,-1",
          "allreduce," + (border + 1) + ",9223372036854775807,ring,simple,-1,-1,-1");
    }

    /** One sample a size, so that what lies between two sizes is a matter of straight lines. */
    private CurveSet set() {
      CurveBasis basis = pick(CurveBasis.values());
      MeasuredHost host =
          new MeasuredHost(
              pick(gpu, gpu, Optional.of("NVIDIA B200"), Optional.empty()),
              pick(trace.transport, Optional.of(TransportClass.P2P), Optional.empty()),
              Optional.of("2.28.9"));
      int nRanks = pick(trace.nRanks, trace.nRanks, 8);
      List<LatencyCurve> curves = new ArrayList<>();
      for (CurveChoice choice : CHOICES) {
        List<CurvePoint> points = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
          points.add(point(basis, tokens(basis)));
        }
        TreeMap<Long, CurvePoint> bySize = new TreeMap<>();
        points.forEach(p -> bySize.put(p.bytes(), p));
        if (random.nextInt(6) > 0) {
          curves.add(new LatencyCurve(new CurveKey(nRanks, 1, choice), bySize.values()));
        }
      }
      return CurveSet.of(basis, host, List.of(), curves);
    }

    /** Of a step sweep all choices share most sizes, else no difference is known. */
    private long tokens(CurveBasis basis) {
      return basis == CurveBasis.STEP
          ? BATCHES[random.nextInt(BATCHES.length)] * pick(1, 1, 3)
          : 1L + random.nextInt(random.nextBoolean() ? 70 : 700);
    }

    private CurvePoint point(CurveBasis basis, long tokens) {
      boolean isStep = basis == CurveBasis.STEP;
      double us = (20 + tokens) * (0.5 + random.nextDouble()) + (isStep ? 2000 : 0);
      return new CurvePoint(
          tokens * Fixtures.TOKEN,
          isStep ? tokens : 0,
          isStep ? Fixtures.CALLS : 1,
          new TreeMap<>(Map.of(1, us)));
    }

    void check() {
      assertThat(report.path("calibration")).hasSize(prediction.calibrations().size());
      for (int i = 0; i < prediction.calibrations().size(); i++) {
        boolean refused = !report.path("calibration").path(i).path("refused").isNull();
        assertThat(refused).isEqualTo(!maySpeak(prediction.calibrations().get(i).curves()));
        if (refused) {
          meet("refused");
        }
      }
      report.path("by_size").forEach(this::row);
      report
          .path("curves")
          .forEach(
              c -> {
                assertUsable(c.path("calibration"));
                meet("curve");
              });
      report.path("scenarios").forEach(this::scenario);
      report.path("levers").forEach(this::lever);
    }

    /** What the host of a set and that of the trace say; nothing of ringside is asked. */
    private boolean maySpeak(CurveSet set) {
      Optional<String> otherGpu = set.host().gpu();
      Optional<TransportClass> other = set.host().transport();
      boolean gpus = gpu.isEmpty() || otherGpu.isEmpty() || gpu.equals(otherGpu);
      // P2P without a path may be NVLink.
      boolean bothPeer =
          trace.transport.get() == TransportClass.NVL
              && other.filter(t -> t == TransportClass.P2P).isPresent();
      boolean transports = other.isEmpty() || other.equals(trace.transport) || bothPeer;
      return gpus
          && transports
          && set.keys().stream().anyMatch(k -> k.nRanks() == trace.nRanks && k.nNodes() == 1);
    }

    private CurveSet assertUsable(JsonNode calibration) {
      assertThat(calibration.isNull()).as("points at its curves").isFalse();
      JsonNode entry = report.path("calibration").path(calibration.asInt());
      assertThat(entry.path("refused").isNull()).as("of a host that may speak").isTrue();
      assertThat(entry.path("nranks").asInt()).isEqualTo(trace.nRanks);
      CurveSet set = prediction.calibrations().get(calibration.asInt()).curves();
      assertThat(maySpeak(set)).isTrue();
      assertThat(entry.path("basis").asString()).isEqualTo(set.basis().jsonName());
      return set;
    }

    private void row(JsonNode row) {
      long bytes = row.path("bytes").asLong();
      for (String choice : List.of("default", "as_allowed", "ll128_allowed")) {
        latency(row.path(choice), bytes);
      }
      stepTime(row, bytes);
      for (String scenario : List.of("as_allowed", "ll128_allowed")) {
        saving(row, row.path(scenario), bytes);
      }
    }

    private void latency(JsonNode choice, long bytes) {
      if (choice.path("us").isNull()) {
        assertThat(choice.path("us_calibration").isNull()).isTrue();
        return;
      }
      CurveSet set = assertUsable(choice.path("us_calibration"));
      assertThat(set.basis()).isNotEqualTo(CurveBasis.STEP);
      assertThat(choice.path("us").asDouble())
          .isCloseTo(onTheLine(set, key(choice), bytes), within(1e-3));
      meet("latency");
    }

    private void stepTime(JsonNode row, long bytes) {
      if (row.path("step_us").isNull()) {
        assertThat(row.path("step_basis").isNull()).isTrue();
        return;
      }
      assertThat(row.path("step_basis").asString()).isEqualTo("step_sweep");
      CurveSet set = assertUsable(row.path("step_calibration"));
      assertThat(set.basis()).isEqualTo(CurveBasis.STEP);
      CurveKey unforced = new CurveKey(trace.nRanks, 1, CurveChoice.ncclDefault());
      boolean covered = set.curve(unforced).map(c -> c.covers(bytes)).orElse(false);
      assertThat(row.path("step_us").asDouble())
          .isCloseTo(
              onTheLine(set, covered ? unforced : key(row.path("default")), bytes), within(1e-2));
      meet("step time");
    }

    private void saving(JsonNode row, JsonNode outcome, long bytes) {
      JsonNode saving = outcome.path("saving_us");
      if (saving.isNull()) {
        assertThat(outcome.path("step_saving_pct").isNull()).isTrue();
        meet("unmeasured");
        return;
      }
      double mid = saving.path("mid").asDouble();
      assertThat(saving.path("low").asDouble()).isLessThanOrEqualTo(mid);
      assertThat(saving.path("high").asDouble()).isGreaterThanOrEqualTo(mid);
      if (!outcome.path("differs").asBoolean()) {
        assertThat(mid).isZero();
        assertThat(outcome.path("saving_calibration").isNull()).isTrue();
        meet("same");
        return;
      }
      CurveSet set = assertUsable(outcome.path("saving_calibration"));
      assertThat(outcome.path("basis").asString()).isEqualTo(set.basis().jsonName());
      if (set.basis() == CurveBasis.STEP) {
        assertBetweenStepDifferences(set, row, outcome, bytes);
      } else {
        double own = onTheLine(set, key(row.path("default")), bytes);
        double tuned = onTheLine(set, key(outcome), bytes);
        assertThat(mid).isCloseTo(own - tuned, within(1e-3));
      }
      meet(set.basis().jsonName());
      share(row, outcome, mid);
    }

    /** NCCL's own choice is in the steps without force, or in those with it forced. */
    private void assertBetweenStepDifferences(
        CurveSet set, JsonNode row, JsonNode outcome, long bytes) {
      CurveKey unforced = new CurveKey(trace.nRanks, 1, CurveChoice.ncclDefault());
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (CurveKey own : List.of(unforced, key(row.path("default")))) {
        for (double difference : beside(set, own, key(outcome), bytes)) {
          low = Math.min(low, difference);
          high = Math.max(high, difference);
        }
      }
      assertThat(outcome.path("saving_us").path("mid").asDouble())
          .isBetween(low - 1e-3, high + 1e-3);
    }

    /** Differences a call at the sizes of both curves next to {@code bytes}; none outside them. */
    private List<Double> beside(CurveSet set, CurveKey own, CurveKey tuned, long bytes) {
      if (set.curve(own).isEmpty()) {
        return List.of();
      }
      NavigableMap<Long, CurvePoint> a = set.curve(own).orElseThrow().points();
      NavigableMap<Long, CurvePoint> b = set.curve(tuned).orElseThrow().points();
      TreeSet<Long> both = new TreeSet<>(a.keySet());
      both.retainAll(b.keySet());
      Long left = both.floor(bytes);
      Long right = both.ceiling(bytes);
      if (left == null || right == null) {
        return List.of();
      }
      List<Double> differences = new ArrayList<>();
      for (long size : List.of(left, right)) {
        differences.add((us(a.get(size)) - us(b.get(size))) / Fixtures.CALLS);
      }
      return differences;
    }

    private void share(JsonNode row, JsonNode outcome, double savingUs) {
      JsonNode pct = outcome.path("step_saving_pct");
      if (pct.isNull()) {
        return;
      }
      assertThat(row.path("calls_per_pass_is_upper_bound").asBoolean()).isFalse();
      double expected =
          100 * savingUs * row.path("calls_per_pass").asInt() / row.path("step_us").asDouble();
      assertThat(pct.path("mid").asDouble()).isCloseTo(expected, within(1e-3));
      meet("share");
    }

    /** A total needs a saving of every batch size that has a weight. */
    private void scenario(JsonNode scenario) {
      if (scenario.path("saving_us_per_step").isNull()) {
        assertThat(scenario.path("step_saving_pct").isNull()).isTrue();
        return;
      }
      for (JsonNode row : report.path("by_size")) {
        JsonNode saving = row.path(scenario.path("name").asString()).path("saving_us");
        assertThat(row.path("weight").isNull() || !saving.isNull()).isTrue();
      }
      meet("mix");
    }

    private void lever(JsonNode lever) {
      if (lever.path("saving_us").isNull()) {
        return;
      }
      String best = lever.path("best_choice").asString();
      long bytes = lever.path("best_bytes").asLong();
      assertThat(prediction.calibrations())
          .as(best + " at " + bytes)
          .anyMatch(
              u ->
                  maySpeak(u.curves())
                      && u.curves().basis().jsonName().equals(lever.path("basis").asString())
                      && u.curves().keys().stream()
                          .filter(k -> k.choice().label().equals(best))
                          .anyMatch(k -> u.curves().curve(k).orElseThrow().covers(bytes)));
      assertThat(lever.path("saving_us").path("low").asDouble()).isPositive();
      meet("lever");
    }

    private CurveKey key(JsonNode choice) {
      return new CurveKey(
          trace.nRanks,
          1,
          CurveChoice.pinned(
              Algorithm.ofName(choice.path("algo").asString()).orElseThrow(),
              Protocol.ofName(choice.path("proto").asString()).orElseThrow()));
    }

    /** On the straight line between the measured sizes beside it; fails outside them. */
    private double onTheLine(CurveSet set, CurveKey key, long bytes) {
      NavigableMap<Long, CurvePoint> points = set.curve(key).orElseThrow().points();
      assertThat(bytes)
          .as("inside the measured sizes of " + key.choice().label())
          .isBetween(points.firstKey(), points.lastKey());
      CurvePoint left = points.floorEntry(bytes).getValue();
      CurvePoint right = points.ceilingEntry(bytes).getValue();
      double w =
          left.bytes() == right.bytes()
              ? 0
              : (bytes - left.bytes()) / (double) (right.bytes() - left.bytes());
      return us(left) * (1 - w) + us(right) * w;
    }

    private double us(CurvePoint point) {
      return point.samples().firstEntry().getValue();
    }
  }
}
