package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.InStepOffsets;
import dev.ringside.trace.record.Loss;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Calibration inputs as read.
 *
 * @param refusals files and tables that calibrate nothing, each with its reason
 */
public record Sweeps(List<Sweep> sweeps, List<SweepRefusal> refusals, List<Loss> losses) {
  public Sweeps {
    sweeps = List.copyOf(sweeps);
    refusals = List.copyOf(refusals);
    losses = List.copyOf(losses);
  }

  /**
   * One set for each host, basis, way of launching and, where they overlap, element type; the best
   * basis first, graphs before eager calls. An isolated set gets the in-step offsets of a step set
   * of the same host, where the two share sizes of at least two choices; a step set follows between
   * its sizes an isolated set of the same host, not one of eager calls.
   */
  public List<SweepSet> sets() {
    List<SweepSet> sets = groups().stream().map(SweepGroup::set).toList();
    List<CurveSet> steps = of(CurveBasis.STEP, sets);
    List<CurveSet> alone =
        of(CurveBasis.ISOLATED, sets.stream().filter(s -> s.launch() != Launch.EAGER).toList());
    return sets.stream()
        .map(
            s ->
                new SweepSet(
                    withSizesBetween(withOffsets(s.curves(), steps), alone),
                    s.launch(),
                    s.elementType()))
        .toList();
  }

  private static List<CurveSet> of(CurveBasis basis, List<SweepSet> sets) {
    return sets.stream().map(SweepSet::curves).filter(s -> s.basis() == basis).toList();
  }

  private static CurveSet withSizesBetween(CurveSet set, List<CurveSet> alone) {
    return alone.stream()
        .filter(a -> set.basis() == CurveBasis.STEP)
        .filter(a -> SweepGroup.isSameHost(a.host(), set.host()))
        .findFirst()
        .map(set::withSizesBetween)
        .orElse(set);
  }

  /** The curves of {@link #sets}. */
  public List<CurveSet> curves() {
    return sets().stream().map(SweepSet::curves).toList();
  }

  private List<SweepGroup> groups() {
    List<SweepGroup> groups = new ArrayList<>();
    List<Sweep> named =
        sweeps.stream().sorted(Comparator.comparingInt(s -> -SweepGroup.facts(s.host()))).toList();
    for (Sweep sweep : named) {
      SweepGroup group =
          groups.stream().filter(g -> g.takes(sweep)).findFirst().orElseGet(SweepGroup::new);
      if (group.isEmpty()) {
        groups.add(group);
      }
      group.add(sweep);
    }
    groups.sort(Comparator.comparing(SweepGroup::basis).thenComparing(SweepGroup::launch));
    return groups;
  }

  private static CurveSet withOffsets(CurveSet set, List<CurveSet> steps) {
    if (set.basis() != CurveBasis.ISOLATED) {
      return set;
    }
    for (CurveSet step : steps) {
      if (SweepGroup.isSameHost(step.host(), set.host())) {
        InStepOffsets offsets = InStepOffsets.between(step, set);
        if (!offsets.isEmpty()) {
          return set.withOffsets(offsets);
        }
      }
    }
    return set;
  }
}
