package dev.ringside.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a choice costs inside a decode step beyond what it costs alone, relative to another choice,
 * measured on one host: difference in the step sweep less difference in the isolated sweep, at the
 * sizes both have. Kernels between two calls evict what a back-to-back run keeps warm.
 */
public final class InStepOffsets {
  private record Pair(int nRanks, int nNodes, CurveChoice from, CurveChoice to) {}

  private final Map<Pair, Interval> offsets;

  private InStepOffsets(Map<Pair, Interval> offsets) {
    this.offsets = Collections.unmodifiableMap(offsets);
  }

  /**
   * From sweeps of both kinds, of the same host; pairs of choices with no size in common have none.
   */
  public static InStepOffsets between(CurveSet step, CurveSet isolated) {
    if (step.basis() != CurveBasis.STEP || isolated.basis() != CurveBasis.ISOLATED) {
      throw new IllegalArgumentException("in-step offsets need a step sweep and an isolated sweep");
    }
    Map<Pair, Interval> offsets = new HashMap<>();
    for (CurveKey from : step.keys()) {
      for (CurveKey to : step.keys()) {
        if (from.nRanks() == to.nRanks()
            && from.nNodes() == to.nNodes()
            && from.choice().isPinned()
            && to.choice().isPinned()
            && !from.equals(to)) {
          offset(step, isolated, from, to)
              .ifPresent(
                  o ->
                      offsets.put(
                          new Pair(from.nRanks(), from.nNodes(), from.choice(), to.choice()), o));
        }
      }
    }
    return new InStepOffsets(offsets);
  }

  /** Microseconds to add to the isolated difference {@code to} minus {@code from}. */
  public Optional<Interval> offset(int nRanks, int nNodes, CurveChoice from, CurveChoice to) {
    return Optional.ofNullable(offsets.get(new Pair(nRanks, nNodes, from, to)));
  }

  public boolean isEmpty() {
    return offsets.isEmpty();
  }

  private static Optional<Interval> offset(
      CurveSet step, CurveSet isolated, CurveKey from, CurveKey to) {
    Optional<LatencyCurve> fromCurve = isolated.curve(from);
    Optional<LatencyCurve> toCurve = isolated.curve(to);
    if (fromCurve.isEmpty() || toCurve.isEmpty()) {
      return Optional.empty();
    }
    NavigableSet<Long> sizes = new TreeSet<>(fromCurve.get().points().keySet());
    sizes.retainAll(toCurve.get().points().keySet());
    sizes.retainAll(step.curve(from).orElseThrow().points().keySet());
    sizes.retainAll(step.curve(to).orElseThrow().points().keySet());
    List<Double> misses = new ArrayList<>();
    for (long bytes : sizes) {
      double alone =
          toCurve.get().points().get(bytes).us().mid()
              - fromCurve.get().points().get(bytes).us().mid();
      // Empty where the two choices were measured with other numbers of calls a step.
      step.difference(from.nRanks(), from.nNodes(), from.choice(), to.choice(), bytes)
          .ifPresent(inStep -> misses.add(inStep.mid() - alone));
    }
    return misses.isEmpty() ? Optional.empty() : Optional.of(Samples.interval(misses));
  }
}
