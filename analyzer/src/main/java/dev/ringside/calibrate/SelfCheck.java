package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * How well curves predict what they were not given: half of the sizes from the other half, or later
 * rounds from earlier ones.
 */
public record SelfCheck(List<HeldOut> points) {
  public SelfCheck {
    points = List.copyOf(points);
  }

  /**
   * Drops every second size of each curve, both halves in turn, and predicts it: latencies, or
   * under basis {@code step} the difference between every two pinned choices.
   */
  public static SelfCheck everySecondSize(CurveSet set) {
    List<HeldOut> points = new ArrayList<>();
    for (int half = 0; half < 2; half++) {
      int dropped = half;
      CurveSet kept = subset(set, (i, point) -> i % 2 != dropped, round -> true);
      points.addAll(predict(set, kept));
    }
    return new SelfCheck(points);
  }

  /**
   * Predicts step differences in the rounds behind the first {@code rounds} from those: of every
   * pinned choice to NCCL's own, and between every two pinned ones.
   */
  public static SelfCheck laterRounds(CurveSet set, int rounds) {
    if (set.basis() != CurveBasis.STEP) {
      throw new IllegalArgumentException("later rounds are predicted for step sweeps only");
    }
    CurveSet first = subset(set, (i, point) -> true, round -> round <= rounds);
    CurveSet later = subset(set, (i, point) -> true, round -> round > rounds);
    List<HeldOut> points = new ArrayList<>();
    pairs(
        later,
        true,
        (from, to) ->
            later
                .curve(to)
                .orElseThrow()
                .points()
                .keySet()
                .forEach(
                    bytes -> difference(first, later, from, to, bytes).ifPresent(points::add)));
    return new SelfCheck(points);
  }

  /** Only points that pass. */
  public SelfCheck where(Predicate<HeldOut> wanted) {
    return new SelfCheck(points.stream().filter(wanted).toList());
  }

  public double medianErrorPart() {
    return quantile(HeldOut::errorPart, 0.5);
  }

  public double p90ErrorPart() {
    return quantile(HeldOut::errorPart, 0.9);
  }

  public double largestErrorPart() {
    return quantile(HeldOut::errorPart, 1);
  }

  public double medianHalfWidthPart() {
    return quantile(HeldOut::halfWidthPart, 0.5);
  }

  public double medianErrorUs() {
    return quantile(HeldOut::errorUs, 0.5);
  }

  public double p90ErrorUs() {
    return quantile(HeldOut::errorUs, 0.9);
  }

  public double largestErrorUs() {
    return quantile(HeldOut::errorUs, 1);
  }

  public double medianHalfWidthUs() {
    return quantile(p -> p.predicted().halfWidth(), 0.5);
  }

  /** Part of the points that lie in their interval; NaN without points. */
  public double coverage() {
    return points.isEmpty()
        ? Double.NaN
        : points.stream().filter(HeldOut::isCovered).count() / (double) points.size();
  }

  private double quantile(ToDoubleFunction<HeldOut> of, double q) {
    double[] sorted = points.stream().mapToDouble(of).sorted().toArray();
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1L, Math.round(q * (sorted.length - 1)))];
  }

  private static List<HeldOut> predict(CurveSet whole, CurveSet kept) {
    List<HeldOut> points = new ArrayList<>();
    if (whole.basis() == CurveBasis.STEP) {
      pairs(
          whole,
          false,
          (from, to) ->
              dropped(whole, kept, to)
                  .forEach(
                      bytes -> difference(kept, whole, from, to, bytes).ifPresent(points::add)));
      return points;
    }
    for (CurveKey key : whole.keys()) {
      for (long bytes : dropped(whole, kept, key)) {
        double measured = whole.curve(key).orElseThrow().points().get(bytes).us().mid();
        kept.curve(key)
            .flatMap(c -> c.at(bytes))
            .ifPresent(p -> points.add(new HeldOut(key, Optional.empty(), bytes, p, measured)));
      }
    }
    return points;
  }

  private static List<Long> dropped(CurveSet whole, CurveSet kept, CurveKey key) {
    return whole.curve(key).orElseThrow().points().keySet().stream()
        .filter(b -> kept.curve(key).map(c -> !c.points().containsKey(b)).orElse(false))
        .toList();
  }

  private static Optional<HeldOut> difference(
      CurveSet by, CurveSet measured, CurveKey from, CurveKey to, long bytes) {
    Optional<Interval> predicted =
        by.difference(to.nRanks(), to.nNodes(), from.choice(), to.choice(), bytes);
    Optional<Interval> truth =
        measured.difference(to.nRanks(), to.nNodes(), from.choice(), to.choice(), bytes);
    return predicted.flatMap(
        p -> truth.map(t -> new HeldOut(to, Optional.of(from.choice()), bytes, p, t.mid())));
  }

  private interface Pair {
    void accept(CurveKey from, CurveKey to);
  }

  /** Every two pinned choices of one communicator size, once; also NCCL's own with each. */
  private static void pairs(CurveSet set, boolean withDefault, Pair pair) {
    for (CurveKey from : set.keys()) {
      for (CurveKey to : set.keys()) {
        if (from.compareTo(to) < 0
            && from.nRanks() == to.nRanks()
            && from.nNodes() == to.nNodes()
            && (from.choice().isPinned() || (withDefault && from.choice().isDefault()))
            && to.choice().isPinned()) {
          pair.accept(from, to);
        }
      }
    }
  }

  private static CurveSet subset(
      CurveSet set, BiPredicate<Integer, CurvePoint> sizes, Predicate<Integer> rounds) {
    List<LatencyCurve> curves = new ArrayList<>();
    for (CurveKey key : set.keys()) {
      List<CurvePoint> points = new ArrayList<>();
      int i = 0;
      for (CurvePoint point : set.curve(key).orElseThrow().points().values()) {
        NavigableMap<Integer, Double> samples = new TreeMap<>(point.samples());
        samples.keySet().removeIf(rounds.negate());
        if (sizes.test(i++, point) && !samples.isEmpty()) {
          points.add(new CurvePoint(point.bytes(), point.tokens(), point.calls(), samples));
        }
      }
      if (!points.isEmpty()) {
        curves.add(new LatencyCurve(key, points));
      }
    }
    CurveSet kept = CurveSet.of(set.basis(), set.host(), set.sources(), curves);
    return set.between().map(kept::withSizesBetween).orElse(kept);
  }
}
