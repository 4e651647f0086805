package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a conclusion rests on, best first. */
public enum Basis {
  /** The log states it. */
  OBSERVED,
  /** The model's configuration, given by the user. */
  MODEL,
  /** The serving engine's own lines, or its warm-up rule. */
  ENGINE,
  /** The stream a call was made on: a capture stream carries sizes largest first, equally often. */
  STREAM,
  /** How many calls of one size follow each other, confirmed by a second size or an end mark. */
  SEQUENCE,
  /** Common divisor of the decode sizes; assumes that batch 1 was captured. */
  LATTICE;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
