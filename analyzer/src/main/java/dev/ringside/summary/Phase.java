package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Which part of serving a message size belongs to. */
public enum Phase {
  /** A captured decode batch, its eager warm-ups included. */
  DECODE,
  /** A captured piece of prefill, where the engine lists their sizes apart from decode's. */
  PREFILL,
  /** Outside graphs: prefill, or decode without graphs; the log does not say which. */
  EAGER;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
