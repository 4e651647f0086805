package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import dev.ringside.tuner.TunerRule;
import java.util.Optional;

/**
 * One message size under one scenario.
 *
 * @param choice what runs; empty where what NCCL allows or takes here is not known
 * @param rule the rule that decided; empty where NCCL's own choice stays
 * @param allowanceKnown whether it is known that NCCL leaves the rule's choice open here
 * @param differs whether it is another choice than NCCL's own without the file
 * @param us latency of the choice in microseconds; empty where only differences are measured, or
 *     nothing
 * @param savingUs microseconds a call, negative for a loss; exactly zero for the same choice, empty
 *     without curves of both choices
 * @param stepSavingPct the same in percent of a step
 * @param savingBy the curves that the saving was read from; empty for the same choice
 */
public record SizeOutcome(
    Optional<Choice> choice,
    Optional<TunerRule> rule,
    boolean allowanceKnown,
    boolean differs,
    Optional<MeasuredUs> us,
    Optional<Interval> savingUs,
    Optional<Interval> stepSavingPct,
    Optional<CalibrationUse> savingBy) {

  /** What the saving was measured by; empty for the same choice. */
  public Optional<CurveBasis> basis() {
    return savingBy.map(u -> u.curves().basis());
  }
}
