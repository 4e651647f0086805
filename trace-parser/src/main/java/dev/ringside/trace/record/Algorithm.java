package dev.ringside.trace.record;

import java.util.Locale;
import java.util.Optional;

/**
 * NCCL's algorithms in the order of its cost table. NCCL spells each in two ways: {@code Ring} in
 * the table and in {@code NCCL_ALGO}, {@code RING} in per-call lines, as the constants here; tuner
 * files use a third.
 */
public enum Algorithm {
  TREE("Tree"),
  RING("Ring"),
  COLLNET_DIRECT("CollNetDirect"),
  COLLNET_CHAIN("CollNetChain"),
  NVLS("NVLS"),
  NVLS_TREE("NVLSTree"),
  /** Since NCCL 2.23. */
  PAT("PAT");

  private final String ncclName;

  Algorithm(String ncclName) {
    this.ncclName = ncclName;
  }

  /** Spelling of the cost table and of NCCL_ALGO. */
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
  public static Optional<Algorithm> ofName(String name) {
    for (Algorithm a : values()) {
      if (a.ncclName.equalsIgnoreCase(name) || a.name().equalsIgnoreCase(name)) {
        return Optional.of(a);
      }
    }
    return Optional.empty();
  }
}
