package dev.ringside.summary;

/**
 * A concluded number and what it rests on.
 *
 * @param isUpperBound whether the true number may be a divisor of {@code value}
 */
public record Figure(long value, Basis basis, boolean isUpperBound) {

  /** A number that is taken as exact. */
  public static Figure of(long value, Basis basis) {
    return new Figure(value, basis, false);
  }

  /** A number that the true one divides. */
  public static Figure atMost(long value, Basis basis) {
    return new Figure(value, basis, true);
  }
}
