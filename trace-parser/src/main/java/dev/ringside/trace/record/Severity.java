package dev.ringside.trace.record;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much an unusable piece of input matters. */
public enum Severity {
  /** Nothing that counts was lost. */
  INFO,
  /** Records are missing from the counts. */
  DATA_LOSS,
  /** The input could not be used. */
  ERROR;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
