package dev.ringside.cost;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a curve was measured, best first. */
public enum CurveBasis {
  /** Whole decode steps: only differences between choices at one size are known. */
  STEP,
  /** Calls back to back, as nccl-tests runs them. */
  ISOLATED,
  /** Figures somebody published for a host of this kind. */
  PUBLISHED;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
