package dev.ringside.calibrate;

/** What each choice costs at one size; choices go by their index in a {@link CostGrid}. */
final class SizeCosts {
  private final long bytes;
  private final double[] us;
  private final double noiseUs;

  /**
   * @param us microseconds a call by choice, all against the same zero: latencies, or differences
   *     to one of them; NaN where a choice was not measured here
   * @param noiseUs standard error of a difference between two of them
   */
  SizeCosts(long bytes, double[] us, double noiseUs) {
    this.bytes = bytes;
    this.us = us.clone();
    this.noiseUs = noiseUs;
  }

  long bytes() {
    return bytes;
  }

  double noiseUs() {
    return noiseUs;
  }

  boolean has(int choice) {
    return !Double.isNaN(us[choice]);
  }

  /** How much worse than the best of {@code among}, in units of noise; infinite if not measured. */
  double regret(int choice, int[] among) {
    if (!has(choice)) {
      return Double.POSITIVE_INFINITY;
    }
    double best = us[choice];
    for (int other : among) {
      best = us[other] < best ? us[other] : best;
    }
    return (us[choice] - best) / noiseUs;
  }

  /** {@code a} less {@code b}; NaN where one of them was not measured here. */
  double difference(int a, int b) {
    return us[a] - us[b];
  }
}
