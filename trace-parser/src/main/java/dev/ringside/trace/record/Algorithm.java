package dev.ringside.trace.record;

import java.util.Optional;

/**
 * NCCL's algorithms in the order of its cost table. NCCL spells each in two ways: {@code Ring} in
 * the table and in {@code NCCL_ALGO}, {@code RING} in per-call lines; tuner files use a third.
 */
public enum Algorithm {
  TREE("Tree", "TREE", "tree"),
  RING("Ring", "RING", "ring"),
  COLLNET_DIRECT("CollNetDirect", "COLLNET_DIRECT", "collnet_direct"),
  COLLNET_CHAIN("CollNetChain", "COLLNET_CHAIN", "collnet_chain"),
  NVLS("NVLS", "NVLS", "nvls"),
  NVLS_TREE("NVLSTree", "NVLS_TREE", "nvls_tree"),
  /** Since NCCL 2.23. */
  PAT("PAT", "PAT", "pat");

  private final String ncclName;
  private final String callName;
  private final String tunerName;

  Algorithm(String ncclName, String callName, String tunerName) {
    this.ncclName = ncclName;
    this.callName = callName;
    this.tunerName = tunerName;
  }

  /** Spelling of the cost table and of NCCL_ALGO. */
  public String ncclName() {
    return ncclName;
  }

  /** Spelling of per-call tuning lines (2.24 and later). */
  public String callName() {
    return callName;
  }

  /** Spelling of tuner files. */
  public String tunerName() {
    return tunerName;
  }

  /** In any of the spellings, case ignored. */
  public static Optional<Algorithm> ofName(String name) {
    for (Algorithm a : values()) {
      if (a.ncclName.equalsIgnoreCase(name) || a.callName.equalsIgnoreCase(name)) {
        return Optional.of(a);
      }
    }
    return Optional.empty();
  }

  public static Optional<Algorithm> ofNumber(int number) {
    return number < 0 || number >= values().length
        ? Optional.empty()
        : Optional.of(values()[number]);
  }
}
