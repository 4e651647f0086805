package dev.ringside.benefit;

import dev.ringside.benefit.Curves.Saving;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.tuner.TunerRule;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Predicts one size of one communicator under both scenarios. */
final class SizeModel {

  private final GroupModel group;
  private final Rules rules;
  private final Curves curves;
  private final StepTimes stepTimes;

  SizeModel(GroupModel group, Rules rules, Curves curves, StepTimes stepTimes) {
    this.group = group;
    this.rules = rules;
    this.curves = curves;
    this.stepTimes = stepTimes;
  }

  SizeRow predict(MessageRow row, OptionalDouble weight) {
    Optional<OwnChoice> own = group.own(row);
    Optional<StepTime> step = stepTimes.of(row, own.map(OwnChoice::choice), curves);
    Map<Scenario, SizeOutcome> outcomes = new EnumMap<>(Scenario.class);
    for (Scenario s : Scenario.values()) {
      outcomes.put(s, outcome(s, row, own.map(OwnChoice::choice), step));
    }
    return new SizeRow(
        row.nRanks(),
        group.context().nNodes(),
        row.bytes(),
        row.phase(),
        row.regBuff(),
        row.numPipeOps(),
        row.batch(),
        row.callsPerPass(),
        row.loggedPasses(),
        row.callsPerRank(),
        own,
        own.flatMap(o -> curves.callUs(o.choice(), row.bytes())),
        step,
        curves.noiseFloorUs(row.bytes()),
        weight,
        outcomes);
  }

  private SizeOutcome outcome(
      Scenario scenario, MessageRow row, Optional<Choice> own, Optional<StepTime> step) {
    Optional<TunerRule> rule =
        rules.firstUsable(
            row, (a, p) -> group.allowance(scenario, row, a, p) != Allowance.FORBIDDEN);
    boolean allowanceKnown = rule.map(r -> isAllowed(scenario, row, r)).orElseGet(rules::isKnown);
    Optional<Choice> choice =
        !allowanceKnown
            ? Optional.empty()
            : rule.map(r -> group.ruled(r, row))
                .or(() -> scenario == Scenario.AS_ALLOWED ? own : group.ownWithLl128(row));
    boolean differs = own.isPresent() && choice.isPresent() && !own.equals(choice);
    Optional<Saving> saving = saving(own, choice, row.bytes());
    Optional<Interval> us = choice.flatMap(c -> curves.callUs(c, row.bytes()));
    Optional<CurveBasis> basis = differs ? saving.map(Saving::basis) : Optional.empty();
    return new SizeOutcome(
        choice,
        rule,
        allowanceKnown,
        differs,
        us,
        saving.map(Saving::us),
        saving.flatMap(s -> stepPct(s.us(), row, step)),
        basis);
  }

  private boolean isAllowed(Scenario scenario, MessageRow row, TunerRule rule) {
    return group.allowance(scenario, row, rule.algorithm(), rule.protocol()) == Allowance.ALLOWED;
  }

  private Optional<Saving> saving(Optional<Choice> own, Optional<Choice> choice, long bytes) {
    if (own.isEmpty() || choice.isEmpty()) {
      return Optional.empty();
    }
    return own.equals(choice)
        ? Optional.of(new Saving(Interval.ZERO, CurveBasis.STEP))
        : curves.saving(own.get(), choice.get(), bytes);
  }

  private static Optional<Interval> stepPct(
      Interval savingUs, MessageRow row, Optional<StepTime> step) {
    Optional<Figure> calls = row.callsPerPass().filter(c -> !c.isUpperBound());
    if (savingUs.equals(Interval.ZERO)) {
      return Optional.of(Interval.ZERO);
    }
    if (calls.isEmpty() || step.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(savingUs.times(100 * calls.get().value() / step.get().us()));
  }
}
