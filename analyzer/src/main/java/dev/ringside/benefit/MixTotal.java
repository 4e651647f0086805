package dev.ringside.benefit;

import dev.ringside.cost.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a batch mix saves as a whole: Σ wᵢ sᵢ / Σ wᵢ tᵢ over its batch sizes, with sᵢ the saving of
 * a step and tᵢ its time. Bounds add, since what a curve is off by it is off by at every size.
 *
 * @param savingUs a step, microseconds
 * @param pct of a step; empty where a step time is missing
 * @param floorUs microseconds a step below which the saving means nothing
 */
record MixTotal(Interval savingUs, Optional<Interval> pct, double floorUs) {

  /**
   * Of the rows that have a weight.
   *
   * @return empty where a saving or the calls of a pass are missing, or where weights count time
   *     and a step time is missing
   */
  static Optional<MixTotal> of(List<SizeRow> rows, Scenario scenario, BatchMix.Kind kind) {
    Interval saving = Interval.ZERO;
    double steps = 0;
    double time = 0;
    double floor = 0;
    for (SizeRow row : rows) {
      if (row.weight().isEmpty()) {
        continue;
      }
      Optional<Interval> ofStep = savingOfStep(row, scenario);
      double stepUs = row.stepTime().map(StepTime::us).orElse(Double.NaN);
      double w = row.weight().getAsDouble() / (kind == BatchMix.Kind.TIME ? stepUs : 1);
      if (ofStep.isEmpty() || Double.isNaN(w)) {
        return Optional.empty();
      }
      saving = saving.plus(ofStep.get().times(w));
      steps += w;
      time += w * stepUs;
      floor += w * floorOfStep(row, scenario);
    }
    if (steps == 0) {
      return Optional.empty();
    }
    Optional<Interval> pct =
        Double.isNaN(time) ? Optional.empty() : Optional.of(saving.times(100 / time));
    return Optional.of(new MixTotal(saving.times(1 / steps), pct, floor / steps));
  }

  private static Optional<Interval> savingOfStep(SizeRow row, Scenario scenario) {
    SizeOutcome outcome = row.outcome(scenario);
    if (outcome.savingUs().isEmpty()) {
      return Optional.empty();
    }
    if (!outcome.differs()) {
      return Optional.of(Interval.ZERO);
    }
    return row.callsPerPass()
        .filter(c -> !c.isUpperBound())
        .map(c -> outcome.savingUs().get().times((double) c.value()));
  }

  private static double floorOfStep(SizeRow row, Scenario scenario) {
    OptionalDouble floor = row.noiseFloorUs();
    return row.outcome(scenario).differs() && floor.isPresent()
        ? floor.getAsDouble() * row.callsPerPass().map(c -> c.value()).orElse(0L)
        : 0;
  }
}
