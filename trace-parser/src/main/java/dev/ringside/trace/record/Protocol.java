package dev.ringside.trace.record;

import java.util.Locale;
import java.util.Optional;

/** NCCL's protocols in the order of its cost table. */
public enum Protocol {
  LL("LL"),
  LL128("LL128"),
  SIMPLE("Simple");

  private final String ncclName;

  Protocol(String ncclName) {
    this.ncclName = ncclName;
  }

  /** Spelling of the cost table and of NCCL_PROTO. */
  public String ncclName() {
    return ncclName;
  }

  /** Spelling of per-call tuning lines (2.24 and later). */
  public String callName() {
    return name();
  }

  /** Spelling of tuner files. */
  public String tunerName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** In any of the spellings, case ignored. */
  public static Optional<Protocol> ofName(String name) {
    for (Protocol p : values()) {
      if (p.ncclName.equalsIgnoreCase(name)) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }
}
