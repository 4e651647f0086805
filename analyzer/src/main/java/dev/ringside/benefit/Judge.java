package dev.ringside.benefit;

import dev.ringside.benefit.VerdictTable.Ruling;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** From predicted sizes to the verdict of a scenario. */
final class Judge {

  private final List<SizeRow> rows;
  private final Optional<BatchMix> mix;
  private final boolean hasCurves;

  /**
   * Over all predicted sizes.
   *
   * @param hasCurves whether any curve may speak for any of them
   */
  Judge(List<SizeRow> rows, Optional<BatchMix> mix, boolean hasCurves) {
    this.rows = rows;
    this.mix = mix;
    this.hasCurves = hasCurves;
  }

  ScenarioVerdict judge(Scenario scenario) {
    Optional<MixTotal> total = mix.flatMap(m -> MixTotal.of(rows, scenario, m.kind()));
    boolean weighs = mix.isPresent() && rows.stream().anyMatch(r -> r.weight().isPresent());
    List<SizeEvidence> evidence =
        rows.stream()
            .filter(r -> !weighs || r.weight().isPresent())
            .map(r -> evidence(r, scenario))
            .toList();
    Ruling ruling =
        total.map(t -> byMix(evidence, t)).orElseGet(() -> VerdictTable.bySize(evidence));
    return verdict(scenario, ruling, evidence, total);
  }

  /** The same sentence for both scenarios, where sizes have no say. */
  ScenarioVerdict fixed(Scenario scenario, Verdict verdict, Reason reason) {
    return verdict(scenario, new Ruling(verdict, reason), List.of(), Optional.empty());
  }

  private static Ruling byMix(List<SizeEvidence> evidence, MixTotal total) {
    return total.pct().isPresent()
        ? VerdictTable.byMix(evidence, total.pct().get(), Materiality.STEP_PCT)
        : VerdictTable.byMix(evidence, total.savingUs(), total.floorUs());
  }

  private ScenarioVerdict verdict(
      Scenario scenario, Ruling ruling, List<SizeEvidence> evidence, Optional<MixTotal> total) {
    Optional<CurveBasis> basis =
        evidence.stream()
            .flatMap(e -> e.basis().stream())
            .max(Comparator.comparing(CurveBasis::ordinal));
    return new ScenarioVerdict(
        scenario,
        ruling.verdict(),
        ruling.reason(),
        basis,
        total.flatMap(MixTotal::pct),
        total.map(MixTotal::savingUs),
        evidence.isEmpty() ? OptionalDouble.empty() : safeSharePct(scenario),
        ruling.verdict() == Verdict.DEPENDS ? VerdictTable.signChanges(evidence) : List.of(),
        settlement(ruling));
  }

  static SizeEvidence evidence(SizeRow row, Scenario scenario) {
    SizeOutcome o = row.outcome(scenario);
    boolean inSteps = !o.differs() || o.stepSavingPct().isPresent();
    Optional<Interval> effect = inSteps ? o.stepSavingPct() : o.savingUs();
    double materiality = inSteps ? Materiality.STEP_PCT : row.noiseFloorUs().orElse(0);
    return new SizeEvidence(
        row.bytes(),
        row.isOutsideDecode(),
        row.own().isPresent() && o.choice().isPresent(),
        o.allowanceKnown(),
        o.differs(),
        effect,
        materiality,
        o.basis());
  }

  /**
   * Percent of the gain that is there without LL128: at each size what the allowed choice saves, as
   * far as it does not exceed what the scenario saves.
   */
  private OptionalDouble safeSharePct(Scenario scenario) {
    double gain = 0;
    double safe = 0;
    for (SizeRow row : rows) {
      Optional<Interval> saving = row.outcome(scenario).savingUs();
      Optional<Interval> allowed = row.outcome(Scenario.AS_ALLOWED).savingUs();
      double weight = mix.isPresent() ? row.weight().orElse(0) : row.isOutsideDecode() ? 0 : 1;
      if (weight == 0 || saving.isEmpty() || saving.get().mid() <= 0) {
        continue;
      }
      if (allowed.isEmpty()) {
        return OptionalDouble.empty();
      }
      double calls = weight * row.callsPerPass().map(c -> c.value()).orElse(1L);
      gain += calls * saving.get().mid();
      safe += calls * Math.max(0, Math.min(allowed.get().mid(), saving.get().mid()));
    }
    return gain == 0 ? OptionalDouble.empty() : OptionalDouble.of(100 * safe / gain);
  }

  private Optional<Settlement> settlement(Ruling ruling) {
    if (ruling.verdict() != Verdict.CANNOT_TELL) {
      return Optional.empty();
    }
    return Optional.of(
        switch (ruling.reason()) {
          case NO_TRAFFIC, OWN_CHOICE_UNKNOWN, ALLOWED_UNKNOWN -> Settlement.TUNING_LOG;
          case NO_TUNER -> hasCurves ? Settlement.TUNER_FILE : Settlement.STEP_SWEEP;
          default -> Settlement.STEP_SWEEP;
        });
  }
}
