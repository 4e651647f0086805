package dev.ringside.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How far two measurements of the same thing lie apart, in microseconds a call. */
final class NoiseFloor {
  private NoiseFloor() {}

  /**
   * The default against the pinned choice it is closest to at each size. The closest one is what
   * the default ran, where that was measured; where it was not the floor comes out too large, never
   * too small.
   */
  static double ofSteps(List<LatencyCurve> curves) {
    return ofEquals(curves, NoiseFloor::halfWidth);
  }

  /**
   * The same, but the largest difference instead of half the spread: each choice runs in processes
   * of its own, and what sets two of them apart can stay the same over all rounds.
   */
  static double betweenSets(List<LatencyCurve> curves) {
    return ofEquals(curves, d -> d.stream().mapToDouble(Math::abs).max().orElse(0));
  }

  private static double ofEquals(List<LatencyCurve> curves, ToDoubleFunction<List<Double>> apart) {
    Optional<LatencyCurve> own =
        curves.stream().filter(c -> c.key().choice().isDefault()).findFirst();
    if (own.isEmpty()) {
      return Double.NaN;
    }
    List<Double> all = new ArrayList<>();
    for (CurvePoint point : own.get().points().values()) {
      curves.stream()
          .filter(c -> c.key().choice().isPinned())
          .flatMap(c -> Optional.ofNullable(c.points().get(point.bytes())).stream())
          .map(p -> RoundDifferences.samples(point, p))
          .min(Comparator.comparingDouble(d -> Math.abs(Samples.interval(d).mid())))
          .ifPresent(d -> all.add(apart.applyAsDouble(d)));
    }
    return median(all);
  }

  /** Out-of-place against in-place, cycle by cycle. */
  static double ofIsolated(List<LatencyCurve> curves) {
    List<Double> halfWidths = new ArrayList<>();
    for (LatencyCurve curve : curves) {
      for (CurvePoint point : curve.points().values()) {
        List<Double> differences = new ArrayList<>();
        for (Map.Entry<Integer, Double> outOfPlace : point.samples().entrySet()) {
          Double inPlace = point.samples().get(outOfPlace.getKey() + 1);
          if (outOfPlace.getKey() % 2 == 0 && inPlace != null) {
            differences.add(inPlace - outOfPlace.getValue());
          }
        }
        if (!differences.isEmpty()) {
          halfWidths.add(halfWidth(differences));
        }
      }
    }
    return median(halfWidths);
  }

  /** One difference alone says how large a difference of equals can be. */
  private static double halfWidth(List<Double> differences) {
    return differences.size() == 1
        ? Math.abs(differences.get(0))
        : Samples.interval(differences).halfWidth();
  }

  private static double median(List<Double> values) {
    return values.isEmpty()
        ? Double.NaN
        : Samples.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
