package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.Interval;
import java.util.Optional;

/**
 * A measured size predicted from others.
 *
 * @param against under basis {@code step} the choice that the difference is to; empty for latencies
 * @param predicted microseconds: a latency, or a difference a call
 * @param measured the same, as measured
 */
public record HeldOut(
    CurveKey key, Optional<CurveChoice> against, long bytes, Interval predicted, double measured) {
  public double errorUs() {
    return Math.abs(predicted.mid() - measured);
  }

  /** Part of the measured latency; meaningless for differences, which pass through zero. */
  public double errorPart() {
    return errorUs() / measured;
  }

  public double halfWidthPart() {
    return predicted.halfWidth() / predicted.mid();
  }

  public boolean isCovered() {
    return predicted.contains(measured);
  }
}
