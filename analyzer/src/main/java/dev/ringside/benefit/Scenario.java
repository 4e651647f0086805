package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Under which of NCCL's bans a tuner file is judged. */
public enum Scenario {
  /** What NCCL forbids on this host stays forbidden: the headline. */
  AS_ALLOWED,
  /**
   * LL128 is switched on for AllReduce alone ({@code NCCL_PROTO="LL,Simple;allreduce:
   * LL,LL128,Simple"}), which also bypasses the check that keeps it off where it may corrupt data.
   */
  LL128_ALLOWED;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
