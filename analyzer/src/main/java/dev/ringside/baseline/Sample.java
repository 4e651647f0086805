package dev.ringside.baseline;

/**
 * One timing of one size.
 *
 * @param us microseconds a call, above 0
 * @param busBwGBs by the formula of the test; as printed where the number of ranks is unknown; NaN
 *     where neither is known
 */
public record Sample(double us, double busBwGBs) {
  public Sample {
    if (!isTime(us)) {
      throw new IllegalArgumentException("a timing needs microseconds above 0, got " + us);
    }
  }

  static boolean isTime(double us) {
    return us > 0 && us < Double.POSITIVE_INFINITY;
  }
}
