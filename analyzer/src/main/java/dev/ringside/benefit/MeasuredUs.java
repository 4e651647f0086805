package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;

/**
 * A figure with the curves that it was read from, in microseconds.
 *
 * @param by one of {@link Prediction#calibrations}
 */
public record MeasuredUs(Interval us, CalibrationUse by) {
  public CurveBasis basis() {
    return by.curves().basis();
  }
}
