package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveMatch;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The curve sets that may speak for communicators of one shape, best basis first. */
final class Curves {

  private final int nRanks;
  private final int nNodes;
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
            set ->
                uses.add(new CalibrationUse(set, nRanks, nNodes, match(set, nNodes > 0, trace))));
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

  private Stream<CalibrationUse> usable() {
    return uses.stream().filter(u -> u.match().isUsable());
  }

  /** Microseconds a call that {@code tuned} saves against {@code own}, NCCL's own choice. */
  Optional<MeasuredUs> saving(Choice own, Choice tuned, long bytes) {
    return usable()
        .flatMap(
            use ->
                slower(use.curves(), own.curve(), tuned.curve(), bytes).stream()
                    .map(us -> new MeasuredUs(us.negated(), use)))
        .findFirst();
  }

  /**
   * Steps of a sweep that nothing was forced in are the very thing a tuner replaces, so they stand
   * for NCCL's own choice wherever they cannot be told from the steps with that choice forced;
   * between two measured sizes only if that holds at both, as NCCL may change its choice there.
   */
  private Optional<Interval> slower(CurveSet set, CurveChoice own, CurveChoice to, long bytes) {
    Optional<Interval> forced = set.difference(nRanks, nNodes, own, to, bytes);
    if (set.basis() != CurveBasis.STEP || forced.isEmpty()) {
      return forced;
    }
    CurveChoice unforced = CurveChoice.ncclDefault();
    boolean same =
        measuredAround(set, unforced, bytes)
            .allMatch(
                size ->
                    set.difference(nRanks, nNodes, own, unforced, size)
                        .filter(d -> d.contains(0))
                        .isPresent());
    return same ? set.difference(nRanks, nNodes, unforced, to, bytes).or(() -> forced) : forced;
  }

  /** The measured sizes on either side, or the size itself; none where it is outside them. */
  private Stream<Long> measuredAround(CurveSet set, CurveChoice choice, long bytes) {
    return set.curve(new CurveKey(nRanks, nNodes, choice)).stream()
        .map(LatencyCurve::points)
        .flatMap(points -> Stream.of(points.floorKey(bytes), points.ceilingKey(bytes)))
        .filter(Objects::nonNull);
  }

  /** Latency of one call, where anything knows it. */
  Optional<MeasuredUs> callUs(Choice choice, long bytes) {
    return usable()
        .flatMap(
            use ->
                use.curves().callUs(nRanks, nNodes, choice.curve(), bytes).stream()
                    .map(us -> new MeasuredUs(us, use)))
        .findFirst();
  }

  /** Step time of a sweep whose steps have just this shape. */
  Optional<MeasuredUs> stepUs(Choice own, long bytes, long bytesPerToken, long callsPerPass) {
    return usable()
        .filter(use -> hasShape(use.curves(), bytesPerToken, callsPerPass))
        .flatMap(
            use -> stepUs(use.curves(), own, bytes).map(us -> new MeasuredUs(us, use)).stream())
        .findFirst();
  }

  private Optional<Interval> stepUs(CurveSet set, Choice own, long bytes) {
    return set.stepUs(nRanks, nNodes, CurveChoice.ncclDefault(), bytes)
        .or(() -> set.stepUs(nRanks, nNodes, own.curve(), bytes));
  }

  private boolean hasShape(CurveSet set, long bytesPerToken, long callsPerPass) {
    return set.stepShape(nRanks, nNodes)
        .filter(s -> s.bytesPerToken() == bytesPerToken && s.callsPerPass() == callsPerPass)
        .isPresent();
  }

  /** Of the best curves that tell one. */
  OptionalDouble noiseFloorUs(long bytes) {
    return usable()
        .mapToDouble(use -> use.curves().noiseFloorUs(nRanks, nNodes, bytes))
        .filter(floor -> !Double.isNaN(floor))
        .findFirst();
  }
}
