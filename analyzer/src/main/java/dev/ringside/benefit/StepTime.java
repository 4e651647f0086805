package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;

/**
 * Time of one decode step under NCCL's own choice, the whole that shares are of.
 *
 * @param us microseconds
 * @param by the step sweep that it was read from; empty under {@link Basis#ENGINE}
 */
public record StepTime(double us, Basis basis, Optional<CalibrationUse> by) {

  /** Where it is from. */
  public enum Basis {
    /** Status lines of the run's own engine: running requests over throughput. */
    ENGINE,
    /** A step sweep of the very same shape, so not of this run. */
    STEP_SWEEP;

    @JsonValue
    public String jsonName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static StepTime ofEngine(double us) {
    return new StepTime(us, Basis.ENGINE, Optional.empty());
  }

  static StepTime ofSweep(MeasuredUs step) {
    return new StepTime(step.us().mid(), Basis.STEP_SWEEP, Optional.of(step.by()));
  }

  public StepTime {
    if (!(us > 0)) {
      throw new IllegalArgumentException("a step takes time: " + us);
    }
  }
}
