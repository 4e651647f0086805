package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Something else to try, before the tuner plugin or with it.
 *
 * @param effect what it did where it was tried, with the source; or what it is for
 * @param evidence what in the inputs speaks for it
 * @param command what to type or set
 * @param basis what the figures in it were measured by; empty where it has none
 * @param measured what curves of this host say it saves at most; empty for levers that no curve
 *     measures
 */
public record Lever(
    Code code,
    String effect,
    String evidence,
    String command,
    Optional<CurveBasis> basis,
    Optional<Measured> measured) {

  /** Kinds of levers, the one with the largest published effect first. */
  public enum Code {
    GRAPH_SEARCH,
    P2P_INSTEAD_OF_SHM,
    ENGINE_ALL_REDUCE,
    RING_OR_TREE,
    ALLOWED_PROTOCOL,
    LL128,
    CAPTURE_SIZES,
    PREFILL_CHUNK;

    @JsonValue
    public String jsonName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The best of what was measured on this host.
   *
   * @param choice what to take instead of NCCL's own choice at the best size
   * @param sizes message sizes at which some choice of this kind is surely faster, ascending
   * @param bestBytes the size that gains most
   * @param savingUs microseconds a call there
   * @param stepSavingPct the same in percent of a step; empty unknown
   */
  public record Measured(
      Choice choice,
      List<Long> sizes,
      long bestBytes,
      Interval savingUs,
      Optional<Interval> stepSavingPct) {

    public Measured {
      sizes = List.copyOf(sizes);
    }
  }
}
