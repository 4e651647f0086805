package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.Arrays;

/** Median, least and most of some values. */
final class Spread {
  private Spread() {}

  static Interval of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Interval(sorted[0], median(sorted), sorted[sorted.length - 1]);
  }

  /** NaN for none. */
  static double median(double[] values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /**
   * Percent by which {@code after} differs from {@code before}, with the spread of both; single
   * runs are worth no more than {@link Series#SINGLE_RUN_PART}.
   */
  static Interval changePct(Interval before, Interval after, boolean isSingleRun) {
    double room = isSingleRun ? Series.SINGLE_RUN_PART : 0;
    return new Interval(
        pct(after.low() / before.high() * (1 - room)),
        pct(after.mid() / before.mid()),
        pct(after.high() / before.low() * (1 + room)));
  }

  private static double pct(double ratio) {
    return 100 * (ratio - 1);
  }
}
