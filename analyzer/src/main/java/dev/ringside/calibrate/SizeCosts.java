package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import java.util.Map;

/**
 * What each choice costs at one size.
 *
 * @param us microseconds a call, for all choices against the same zero: latencies, or differences
 *     to one of them
 * @param noiseUs standard error of a difference between two of them
 */
record SizeCosts(long bytes, Map<CurveChoice, Double> us, double noiseUs) {
  /** How much worse than the best one of {@code among}, in units of noise. */
  double regret(CurveChoice choice, Iterable<CurveChoice> among) {
    Double own = us.get(choice);
    if (own == null) {
      return Double.POSITIVE_INFINITY;
    }
    double best = own;
    for (CurveChoice other : among) {
      best = Math.min(best, us.getOrDefault(other, Double.POSITIVE_INFINITY));
    }
    return (own - best) / noiseUs;
  }

  /** {@code a} less {@code b}; NaN where one of them was not measured here. */
  double difference(CurveChoice a, CurveChoice b) {
    Double left = us.get(a);
    Double right = us.get(b);
    return left == null || right == null ? Double.NaN : left - right;
  }
}
