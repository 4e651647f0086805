package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answer under one scenario.
 *
 * @param basis weakest measurement it rests on; empty where none was needed or there is none
 * @param stepSavingPct saving of the run in percent, weighted by the batch mix; empty without one
 * @param savingUsPerStep the same in microseconds a step
 * @param safeSharePct percent of the gain that choices give which NCCL allows here; the rest needs
 *     LL128. Empty without a gain
 * @param signChanges sizes at which a gain turns into a loss or back, the size behind the change;
 *     only under {@link Verdict#DEPENDS}
 * @param settlement what would settle it; present exactly under {@link Verdict#CANNOT_TELL}
 */
public record ScenarioVerdict(
    Scenario scenario,
    Verdict verdict,
    Reason reason,
    Optional<CurveBasis> basis,
    Optional<Interval> stepSavingPct,
    Optional<Interval> savingUsPerStep,
    OptionalDouble safeSharePct,
    List<Long> signChanges,
    Optional<Settlement> settlement) {

  public ScenarioVerdict {
    signChanges = List.copyOf(signChanges);
    if (settlement.isPresent() != (verdict == Verdict.CANNOT_TELL)) {
      throw new IllegalArgumentException("a settlement belongs to cannot-tell alone");
    }
  }
}
