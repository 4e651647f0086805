package dev.ringside.benefit;

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
    Optional<MeasuredUs> measured = differs ? saving(own, choice, row.bytes()) : Optional.empty();
    boolean isSame = own.isPresent() && choice.isPresent() && !differs;
    Optional<Interval> saving = isSame ? Optional.of(Interval.ZERO) : measured.map(MeasuredUs::us);
    return new SizeOutcome(
        choice,
        rule,
        allowanceKnown,
        differs,
        choice.flatMap(c -> curves.callUs(c, row.bytes())),
        saving,
        saving.flatMap(s -> stepPct(s, row, step)),
        measured.map(MeasuredUs::by));
  }

  private boolean isAllowed(Scenario scenario, MessageRow row, TunerRule rule) {
    return group.allowance(scenario, row, rule.algorithm(), rule.protocol()) == Allowance.ALLOWED;
  }

  private Optional<MeasuredUs> saving(Optional<Choice> own, Optional<Choice> choice, long bytes) {
    return own.flatMap(o -> choice.flatMap(c -> curves.saving(o, c, bytes)));
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
