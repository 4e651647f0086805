package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Time of one decode step under NCCL's own choice, the whole that shares are of.
 *
 * @param us microseconds
 */
public record StepTime(double us, Basis basis) {

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

  public StepTime {
    if (!(us > 0)) {
      throw new IllegalArgumentException("a step takes time: " + us);
    }
  }
}
