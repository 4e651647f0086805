package dev.ringside.calibrate;

import dev.ringside.cost.CurveKey;

/**
 * A size of a plain sweep that shows by itself that a better choice existed.
 *
 * @param bytes the smaller of the two sizes
 * @param us latency there
 * @param doubleUs latency at twice that size
 */
public record ShapeFault(CurveKey key, Kind kind, long bytes, double us, double doubleUs) {
  /** What is wrong with the shape. */
  public enum Kind {
    /** Slower than twice the size. */
    SLOWER_THAN_DOUBLE,
    /** Twice the size takes far more than twice the time. */
    JUMP
  }

  /** The size that takes too long: the larger one of a jump, else the smaller one. */
  public long slowBytes() {
    return kind == Kind.JUMP ? 2 * bytes : bytes;
  }
}
