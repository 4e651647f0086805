package dev.ringside.baseline;

import dev.ringside.cost.Interval;

/**
 * What a report predicted before the change was made.
 *
 * @param scenario {@code as_allowed} or {@code ll128_allowed}
 * @param stepSavingPct percent of a decode step
 */
public record PredictedSaving(String scenario, Interval stepSavingPct) {

  /** What a measured change of the time of an output token says of it. */
  public String against(EngineChange change) {
    Interval saved = change.isLessBetter() ? change.changePct().negated() : change.changePct();
    boolean isApart = saved.low() > stepSavingPct.high() || saved.high() < stepSavingPct.low();
    if (isApart) {
      return "contradicts it";
    }
    return change.verdict().equals("noise")
        ? "does not contradict it, and is too noisy to confirm it"
        : "agrees";
  }
}
