package dev.ringside.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Differences of two choices at one size, round by round: what disturbs a whole round (clocks,
 * neighbours) disturbs both.
 */
final class RoundDifferences {
  private RoundDifferences() {}

  /** {@code to} minus {@code from} in microseconds a call, at the sizes both have. */
  static NavigableMap<Long, Interval> perCall(LatencyCurve from, LatencyCurve to) {
    NavigableMap<Long, Interval> differences = new TreeMap<>();
    from.points()
        .forEach(
            (bytes, a) -> {
              CurvePoint b = to.points().get(bytes);
              if (b != null && a.calls() == b.calls()) {
                differences.put(bytes, perCall(a, b));
              }
            });
    return differences;
  }

  /**
   * Extremes of the differences; in the middle the difference of the medians, which one disturbed
   * round on either side does not move. Without a common round every sample stands against every
   * other.
   */
  static Interval perCall(CurvePoint from, CurvePoint to) {
    Interval spread = Samples.interval(samples(from, to));
    double mid = (to.us().mid() - from.us().mid()) / from.calls();
    return new Interval(
        spread.low(), Math.min(spread.high(), Math.max(spread.low(), mid)), spread.high());
  }

  static List<Double> samples(CurvePoint from, CurvePoint to) {
    List<Double> differences = new ArrayList<>();
    for (Map.Entry<Integer, Double> a : from.samples().entrySet()) {
      Double b = to.samples().get(a.getKey());
      if (b != null) {
        differences.add((b - a.getValue()) / from.calls());
      }
    }
    if (differences.isEmpty()) {
      for (double a : from.samples().values()) {
        for (double b : to.samples().values()) {
          differences.add((b - a) / from.calls());
        }
      }
    }
    return differences;
  }
}
