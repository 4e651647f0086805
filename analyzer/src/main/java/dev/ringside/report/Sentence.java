package dev.ringside.report;

import dev.ringside.benefit.Reason;
import dev.ringside.benefit.ScenarioVerdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The headline: what the tuner file does here, with its interval. */
final class Sentence {
  private static final int SIZES_NAMED = 3;

  private Sentence() {}

  static String of(ScenarioVerdict v, List<Report.Size> sizes, String tuner) {
    if (v.stepSavingPct().isPresent()) {
      return tuner
          + " changes decode steps by "
          + Numbers.percent(ReportRows.range(v.stepSavingPct()))
          + " of their time saved, weighted by the batch mix.";
    }
    return switch (v.verdict()) {
      case HELPS -> tuner + " makes decode faster: " + extremes(sizes, 1) + "; no size loses.";
      case HURTS -> tuner + " makes decode slower: " + extremes(sizes, -1) + "; no size gains.";
      case DEPENDS ->
          tuner
              + " makes some decode sizes faster ("
              + extremes(sizes, 1)
              + ") and others slower ("
              + extremes(sizes, -1)
              + ")"
              + changes(v.signChanges())
              + ".";
      case NO_EFFECT ->
          v.reason() == Reason.SAME_CHOICE
              ? tuner + " chooses what NCCL chooses by itself at every size."
              : tuner + " changes nothing that matters: " + v.reason().text() + ".";
      case NOT_IN_PATH -> "A tuner changes nothing here: " + v.reason().text() + ".";
      case CANNOT_TELL -> "Not enough is known: " + v.reason().text() + ".";
    };
  }

  private static String changes(List<Long> sizes) {
    return sizes.isEmpty()
        ? ""
        : "; the sign changes at "
            + sizes.stream().map(Numbers::bytes).collect(Collectors.joining(", "));
  }

  /** The sizes that gain (lose) most and surely, as {@code 11.2 % of a step at batch 64}. */
  private static String extremes(List<Report.Size> sizes, int sign) {
    return sizes.stream()
        .filter(s -> isSure(saving(s), sign))
        .sorted(Comparator.comparingDouble(s -> -sign * saving(s).mid()))
        .limit(SIZES_NAMED)
        .map(Sentence::named)
        .collect(Collectors.joining(", "));
  }

  private static boolean isSure(Report.Range saving, int sign) {
    return saving.isKnown() && (sign > 0 ? saving.low() > 0 : saving.high() < 0);
  }

  private static Report.Range saving(Report.Size s) {
    Report.Range pct = s.asAllowed().stepSavingPct();
    return pct.isKnown() ? pct : s.asAllowed().savingUs();
  }

  private static String named(Report.Size s) {
    boolean isPct = s.asAllowed().stepSavingPct().isKnown();
    Report.Range r = saving(s);
    String value =
        isPct ? Numbers.percent(r) + " of a step" : Numbers.signed(r.mid()) + " us a call";
    return value + " at " + (s.batch() > 0 ? "batch " + s.batch() : Numbers.bytes(s.bytes()));
  }
}
