package dev.ringside.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the inputs say of an item of the checklist. */
public enum CheckState {
  CONFIRMED,
  CONTRADICTED,
  /** The inputs cannot show it. */
  NOT_SHOWN;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
