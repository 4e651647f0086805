package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.summary.Figure;
import dev.ringside.summary.Phase;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One AllReduce size of one kind of communicator, and what a tuner file does to it.
 *
 * @param nRanks -1 unknown
 * @param nNodes -1 unknown
 * @param phase empty where nothing tells
 * @param regBuff what a tuner sees: 1 under capture, else 0
 * @param batch tokens of a pass
 * @param own NCCL's own choice; empty unknown
 * @param ownUs its latency in microseconds, where a curve has it
 * @param stepTime whole step at this size; empty unknown
 * @param noiseFloorUs microseconds a call below which a difference means nothing; empty unknown
 * @param weight share of steps in the batch mix; empty without a mix
 * @param outcomes one a scenario
 */
public record SizeRow(
    int nRanks,
    int nNodes,
    long bytes,
    Optional<Phase> phase,
    int regBuff,
    int numPipeOps,
    Optional<Figure> batch,
    Optional<Figure> callsPerPass,
    Optional<Figure> loggedPasses,
    long loggedCalls,
    Optional<OwnChoice> own,
    Optional<MeasuredUs> ownUs,
    Optional<StepTime> stepTime,
    OptionalDouble noiseFloorUs,
    OptionalDouble weight,
    Map<Scenario, SizeOutcome> outcomes) {

  public SizeRow {
    outcomes = Map.copyOf(outcomes);
  }

  /**
   * Percent of a step that AllReduces take under NCCL's own choice: latency of one alone, with what
   * isolated sweeps miss of steps, times the calls of a pass. Empty where one of them is unknown.
   */
  public Optional<Interval> allReduceSharePct() {
    Optional<Figure> calls = callsPerPass.filter(c -> !c.isUpperBound());
    if (ownUs.isEmpty() || calls.isEmpty() || stepTime.isEmpty()) {
      return Optional.empty();
    }
    boolean isolated = ownUs.get().basis() == CurveBasis.ISOLATED;
    Interval us = ownUs.get().us().widenedBy(isolated ? CurveSet.ISOLATED_SYSTEMATIC_US : 0);
    Interval notNegative = new Interval(Math.max(0, us.low()), us.mid(), us.high());
    return Optional.of(notNegative.times(100 * calls.get().value() / stepTime.get().us()));
  }

  public SizeOutcome outcome(Scenario scenario) {
    return outcomes.get(scenario);
  }

  /** Whether the row is outside decode; a row of unknown phase is taken for decode. */
  public boolean isOutsideDecode() {
    return phase.isPresent() && phase.get() != Phase.DECODE;
  }
}
