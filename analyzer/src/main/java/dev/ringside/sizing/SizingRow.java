package dev.ringside.sizing;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.Interval;
import java.util.Optional;

/**
 * One batch size at one tensor-parallel size. What was not measured is empty.
 *
 * @param bytes of one AllReduce, the same at every tensor-parallel size
 * @param zone what the tuner file chooses where LL128 is forbidden
 * @param ll128Zone what it chooses where LL128 is allowed
 * @param callUs one AllReduce as NCCL chooses, alone
 * @param callBasis what measured it
 * @param passUs all AllReduces of a pass so
 * @param savingUs what the zone saves a pass against NCCL's own choice
 * @param ll128SavingUs the same with LL128 allowed
 * @param basis what measured the savings, or the latency where there are none
 * @param stepUs a whole step of just this shape, from a step sweep
 */
public record SizingRow(
    int tp,
    int batch,
    long bytes,
    Optional<CurveChoice> zone,
    Optional<CurveChoice> ll128Zone,
    Optional<Interval> callUs,
    Optional<CurveBasis> callBasis,
    Optional<Interval> passUs,
    Optional<Interval> savingUs,
    Optional<Interval> ll128SavingUs,
    Optional<CurveBasis> basis,
    Optional<Interval> stepUs) {

  /** Share of the AllReduces in a step; empty unless both times are known. */
  public Optional<Double> share() {
    return passUs.flatMap(pass -> stepUs.map(step -> pass.mid() / step.mid()));
  }
}
