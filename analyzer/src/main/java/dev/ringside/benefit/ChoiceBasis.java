package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What NCCL's own choice at a size is known from, best first. */
public enum ChoiceBasis {
  /** Its per-call tuning lines. */
  OBSERVED,
  /** Recomputed from the cost table in the log. */
  TABLE,
  /** Threads a block of the kernels that ran it, which tell a ring's protocol. */
  KERNEL,
  /** NCCL's constants for the release and the topology that the log names. */
  MODEL,
  /** Somebody's statement about hosts of this kind. */
  PUBLISHED;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
