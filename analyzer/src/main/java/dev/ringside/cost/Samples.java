package dev.ringside.cost;

import java.util.Arrays;
import java.util.Collection;

/** Order statistics of a few repeated measurements. */
final class Samples {
  private Samples() {}

  /** Smallest, median, largest. */
  static Interval interval(Collection<Double> values) {
    double[] sorted = new double[values.size()];
    int n = 0;
    for (double value : values) {
      sorted[n++] = value;
    }
    Arrays.sort(sorted);
    return new Interval(sorted[0], medianOfSorted(sorted), sorted[sorted.length - 1]);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return medianOfSorted(sorted);
  }

  private static double medianOfSorted(double[] sorted) {
    int n = sorted.length;
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
}
