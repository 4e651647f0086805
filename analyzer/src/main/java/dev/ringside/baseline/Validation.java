package dev.ringside.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * What data checks prove of LL128 on a host. They can find corruption; they can bound it, never
 * exclude it.
 *
 * @param runs that were checked under LL128
 * @param refused runs that count for nothing, each with its reason
 * @param nccl releases seen; empty unknown
 * @param isUnderLoad whether a person says that the link between sockets was loaded meanwhile
 */
public record Validation(
    List<CheckedRun> runs, List<String> refused, List<String> nccl, boolean isUnderLoad) {

  /** No error in N trials: at most 3/N at 95 % (the rule of three, since 0.05 is about e^-3). */
  private static final double RULE_OF_THREE = 3;

  /** What the checks amount to. */
  public enum Verdict {
    /** Wrong values were seen: LL128 must not be used here. */
    CORRUPTS("corrupts"),
    NO_ERROR_SEEN("no-error-seen"),
    NOTHING_CHECKED("nothing-checked");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  public Validation {
    runs = List.copyOf(runs);
    refused = List.copyOf(refused);
    nccl = List.copyOf(nccl);
  }

  public Verdict verdict() {
    if (wrong() > 0) {
      return Verdict.CORRUPTS;
    }
    return allReduces() == 0 ? Verdict.NOTHING_CHECKED : Verdict.NO_ERROR_SEEN;
  }

  /** Values that came out wrong, any collective. */
  public long wrong() {
    return runs.stream().mapToLong(CheckedRun::wrong).sum();
  }

  /** AllReduces whose result was compared. */
  public long allReduces() {
    return runs.stream()
        .filter(r -> r.test().equals("all_reduce"))
        .mapToLong(CheckedRun::checked)
        .sum();
  }

  /** Largest share of corrupt AllReduces that the checks leave possible at 95 %; NaN for none. */
  public double bound95() {
    return verdict() == Verdict.NO_ERROR_SEEN
        ? Math.min(1, RULE_OF_THREE / allReduces())
        : Double.NaN;
  }

  /** One line for a person. */
  public String sentence() {
    return switch (verdict()) {
      case CORRUPTS ->
          String.format(
              Locale.ROOT,
              "LL128 corrupts data here: %,d wrong values. It must stay off on this host",
              wrong());
      case NOTHING_CHECKED -> "no AllReduce was checked under LL128: nothing is known of it here";
      case NO_ERROR_SEEN ->
          String.format(
              Locale.ROOT,
              "no error in %,d checked AllReduces: at most %.1e of them corrupt, at 95 %%",
              allReduces(),
              bound95());
    };
  }

  /** Everything the checks leave open, with the command that would cover it. */
  public List<ValidationGap> gaps() {
    return new ValidationGaps(this).all();
  }

  /** What was covered of one property of AllReduce runs, sorted. */
  List<String> covered(java.util.function.Function<CheckedRun, String> property) {
    TreeSet<String> seen = new TreeSet<>();
    for (CheckedRun run : runs) {
      if (run.test().equals("all_reduce") && run.checked() > 0) {
        seen.add(property.apply(run));
      }
    }
    return new ArrayList<>(seen);
  }
}
