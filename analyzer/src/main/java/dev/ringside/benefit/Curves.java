package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveMatch;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.MeasuredHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The curve sets that may speak for communicators of one shape, best basis first. */
final class Curves {

  /** What a choice saves against another, and what measured it. */
  record Saving(Interval us, CurveBasis basis) {}

  private final int nRanks;
  private final int nNodes;
  private final List<CurveSet> usable = new ArrayList<>();
  private final List<CalibrationUse> uses = new ArrayList<>();

  /**
   * Of a communicator.
   *
   * @param nNodes -1 unknown: curves of one node are taken, and the number is listed as not checked
   */
  Curves(List<CurveSet> sets, int nRanks, int nNodes, MeasuredHost trace) {
    this.nRanks = nRanks;
    this.nNodes = Math.max(nNodes, 1);
    sets.stream()
        .sorted(Comparator.comparing(CurveSet::basis))
        .forEach(
            set -> {
              CurveMatch match = match(set, nNodes > 0, trace);
              uses.add(new CalibrationUse(set, nRanks, nNodes, match));
              if (match.isUsable()) {
                usable.add(set);
              }
            });
  }

  private CurveMatch match(CurveSet set, boolean nodesKnown, MeasuredHost trace) {
    CurveMatch match = set.match(nRanks, nNodes, trace);
    if (nodesKnown) {
      return match;
    }
    List<String> notChecked = new ArrayList<>(match.notChecked());
    notChecked.add("nNodes");
    return new CurveMatch(match.refusals(), notChecked, match.remarks());
  }

  List<CalibrationUse> uses() {
    return uses;
  }

  /** Microseconds a call that {@code tuned} saves against {@code own}, NCCL's own choice. */
  Optional<Saving> saving(Choice own, Choice tuned, long bytes) {
    for (CurveSet set : usable) {
      Optional<Interval> slower = slower(set, own.curve(), tuned.curve(), bytes);
      if (slower.isPresent()) {
        return Optional.of(new Saving(slower.get().negated(), set.basis()));
      }
    }
    return Optional.empty();
  }

  /**
   * Steps of a sweep that nothing was forced in are the very thing a tuner replaces, so they stand
   * for NCCL's own choice wherever they cannot be told from the steps with that choice forced.
   */
  private Optional<Interval> slower(CurveSet set, CurveChoice own, CurveChoice to, long bytes) {
    Optional<Interval> forced = set.difference(nRanks, nNodes, own, to, bytes);
    if (set.basis() != CurveBasis.STEP || forced.isEmpty()) {
      return forced;
    }
    CurveChoice unforced = CurveChoice.ncclDefault();
    boolean same =
        set.difference(nRanks, nNodes, own, unforced, bytes)
            .filter(d -> d.contains(0) || isBelowFloor(set, d, bytes))
            .isPresent();
    return same ? set.difference(nRanks, nNodes, unforced, to, bytes) : forced;
  }

  private boolean isBelowFloor(CurveSet set, Interval difference, long bytes) {
    return Math.abs(difference.mid()) <= set.noiseFloorUs(nRanks, nNodes, bytes);
  }

  /** Latency of one call, where anything knows it. */
  Optional<Interval> callUs(Choice choice, long bytes) {
    return usable.stream()
        .flatMap(set -> set.callUs(nRanks, nNodes, choice.curve(), bytes).stream())
        .findFirst();
  }

  /** Step time of a sweep whose steps have just this shape. */
  Optional<Interval> stepUs(Choice own, long bytes, long bytesPerToken, long callsPerPass) {
    return usable.stream()
        .filter(set -> hasShape(set, bytesPerToken, callsPerPass))
        .flatMap(
            set ->
                set
                    .stepUs(nRanks, nNodes, CurveChoice.ncclDefault(), bytes)
                    .or(() -> set.stepUs(nRanks, nNodes, own.curve(), bytes))
                    .stream())
        .findFirst();
  }

  private boolean hasShape(CurveSet set, long bytesPerToken, long callsPerPass) {
    return set.stepShape(nRanks, nNodes)
        .filter(s -> s.bytesPerToken() == bytesPerToken && s.callsPerPass() == callsPerPass)
        .isPresent();
  }

  /** Of the best curves that tell one. */
  OptionalDouble noiseFloorUs(long bytes) {
    return usable.stream()
        .mapToDouble(set -> set.noiseFloorUs(nRanks, nNodes, bytes))
        .filter(floor -> !Double.isNaN(floor))
        .findFirst();
  }
}
