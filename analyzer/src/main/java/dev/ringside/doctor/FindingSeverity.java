package dev.ringside.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much a finding matters, worst first. */
public enum FindingSeverity {
  /** Something failed, or results are wrong. */
  ERROR,
  /** Costs time, or will fail elsewhere. */
  WARNING,
  /** Worth knowing when the rest is read. */
  INFO;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
