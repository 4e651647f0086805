package dev.ringside.report;

import dev.ringside.benefit.Reason;
import dev.ringside.benefit.Scenario;
import dev.ringside.benefit.ScenarioVerdict;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the tuner file does here in words: the headline, and the figures of a scenario. */
final class Sentence {
  private static final int SIZES_NAMED = 3;

  private final List<Report.Size> sizes;
  private final Function<Report.Size, Report.Outcome> outcome;

  private Sentence(Scenario scenario, List<Report.Size> sizes) {
    this.sizes = sizes;
    outcome = scenario == Scenario.AS_ALLOWED ? Report.Size::asAllowed : Report.Size::ll128Allowed;
  }

  static String of(ScenarioVerdict v, List<Report.Size> sizes, String tuner) {
    return new Sentence(v.scenario(), sizes).of(v, tuner);
  }

  /** The sizes that gain or lose most where LL128 is on; empty where the headline names them. */
  static String figures(ScenarioVerdict v, List<Report.Size> sizes) {
    String figures = new Sentence(v.scenario(), sizes).figures(v);
    boolean isSaid =
        v.scenario() == Scenario.AS_ALLOWED
            || figures.equals(new Sentence(Scenario.AS_ALLOWED, sizes).figures(v));
    return isSaid ? "" : figures;
  }

  private String figures(ScenarioVerdict v) {
    return v.stepSavingPct().isPresent()
        ? ""
        : switch (v.verdict()) {
          case HELPS -> extremes(1);
          case HURTS -> extremes(-1);
          case DEPENDS -> extremes(1) + "; " + extremes(-1);
          default -> "";
        };
  }

  private String of(ScenarioVerdict v, String tuner) {
    if (v.stepSavingPct().isPresent()) {
      return tuner
          + " changes decode steps by "
          + Numbers.percent(ReportRows.range(v.stepSavingPct()))
          + " of their time saved, weighted by the batch mix.";
    }
    return switch (v.verdict()) {
      case HELPS -> tuner + " makes " + part(1) + " faster: " + extremes(1) + "; no size loses.";
      case HURTS -> tuner + " makes " + part(-1) + " slower: " + extremes(-1) + "; no size gains.";
      case DEPENDS ->
          tuner
              + " makes some sizes faster ("
              + extremes(1)
              + ") and others slower ("
              + extremes(-1)
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

  /** What gains (loses): decode, unless that is only true of other passes. */
  private String part(int sign) {
    boolean isDecode = sizes.stream().anyMatch(s -> s.isDecode() && isSure(saving(s), sign));
    return isDecode ? "decode" : "eager passes";
  }

  private static String changes(List<Long> sizes) {
    return sizes.isEmpty()
        ? ""
        : "; the sign changes at "
            + sizes.stream().map(Numbers::bytes).collect(Collectors.joining(", "));
  }

  /**
   * The sizes that gain (lose) most and surely, as {@code 11.2 % of a step at batch 64}: those of
   * decode before others, and shares of a step before microseconds, which do not compare.
   */
  private String extremes(int sign) {
    List<Report.Size> sure = sizes.stream().filter(s -> isSure(saving(s), sign)).toList();
    List<Report.Size> decode = only(sure, Report.Size::isDecode);
    return only(decode, s -> outcome.apply(s).stepSavingPct().isKnown()).stream()
        .sorted(Comparator.comparingDouble(s -> -sign * saving(s).mid()))
        .limit(SIZES_NAMED)
        .map(this::named)
        .collect(Collectors.joining(", "));
  }

  /** Those that fit, or all where none does. */
  private static List<Report.Size> only(List<Report.Size> sizes, Predicate<Report.Size> fits) {
    List<Report.Size> fitting = sizes.stream().filter(fits).toList();
    return fitting.isEmpty() ? sizes : fitting;
  }

  private static boolean isSure(Report.Range saving, int sign) {
    return saving.isKnown() && (sign > 0 ? saving.low() > 0 : saving.high() < 0);
  }

  private Report.Range saving(Report.Size s) {
    Report.Range pct = outcome.apply(s).stepSavingPct();
    return pct.isKnown() ? pct : outcome.apply(s).savingUs();
  }

  private String named(Report.Size s) {
    boolean isPct = outcome.apply(s).stepSavingPct().isKnown();
    Report.Range r = saving(s);
    String value =
        isPct
            ? Numbers.percent(r) + " of a step"
            : String.format(
                "%s (%s to %s) us a call",
                Numbers.signed(r.mid()), Numbers.signed(r.low()), Numbers.signed(r.high()));
    return value
        + " at "
        + (s.batch() > 0 && s.isDecode() ? "batch " + s.batch() : Numbers.bytes(s.bytes()));
  }
}
