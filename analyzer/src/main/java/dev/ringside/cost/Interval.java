package dev.ringside.cost;

/**
 * A figure with what it may be off by, {@code low <= mid <= high}. The unit is the caller's;
 * latencies are microseconds.
 */
public record Interval(double low, double mid, double high) {
  public static final Interval ZERO = new Interval(0, 0, 0);

  public Interval {
    if (!(low <= mid && mid <= high)) {
      throw new IllegalArgumentException(
          "interval needs low <= mid <= high, got " + low + ", " + mid + ", " + high);
    }
  }

  public double halfWidth() {
    return (high - low) / 2;
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Sum of two figures that may be off independently of each other: bounds add. */
  public Interval plus(Interval other) {
    return new Interval(low + other.low, mid + other.mid, high + other.high);
  }

  public Interval minus(Interval other) {
    return plus(other.negated());
  }

  public Interval negated() {
    return new Interval(-high, -mid, -low);
  }

  public Interval times(double factor) {
    Interval positive = factor < 0 ? negated() : this;
    double f = Math.abs(factor);
    return new Interval(positive.low * f, positive.mid * f, positive.high * f);
  }

  /** The same middle, {@code by} more on both sides. */
  public Interval widenedBy(double by) {
    return new Interval(low - by, mid, high + by);
  }
}
