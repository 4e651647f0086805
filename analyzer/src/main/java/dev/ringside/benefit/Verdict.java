package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The answer to "will the tuner file help". */
public enum Verdict {
  /** NCCL does not carry these messages, so no tuner is asked. */
  NOT_IN_PATH,
  NO_EFFECT,
  HELPS,
  HURTS,
  /** Some sizes gain and some lose, and nothing says how often each runs. */
  DEPENDS,
  CANNOT_TELL;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
