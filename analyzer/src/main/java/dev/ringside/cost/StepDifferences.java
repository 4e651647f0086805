package dev.ringside.cost;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Differences of every two choices in steps, microseconds a call.
 *
 * <p>At a size that was swept: what was measured. Between two of them a straight line, or, where an
 * isolated sweep of the same host has sizes in that gap, a straight line plus what that sweep shows
 * there: what a call costs in a step beyond what it costs alone changes smoothly with its size,
 * while remainders of chunks and changes of channels show in both. On two H200 over host memory
 * this predicts every second size of a step sweep with a largest error of 1.8 us instead of 3.4.
 */
final class StepDifferences {
  private record Shape(int nRanks, int nNodes) {}

  /** In the order of the choices; turned round, a difference changes its sign. */
  private record Pair(Shape shape, CurveChoice from, CurveChoice to) {}

  private final Map<Pair, MeasuredLine> lines;
  private final Map<Pair, MeasuredLine> alone;
  private final Map<Pair, MeasuredLine> offsets;

  /**
   * @param isolated curves of an isolated sweep of the same host; may be empty
   */
  StepDifferences(Collection<LatencyCurve> curves, Collection<LatencyCurve> isolated) {
    this.lines = lines(curves, curves, (pair, points) -> points);
    this.alone = lines(isolated, List.of(), (pair, points) -> points);
    this.offsets = isolated.isEmpty() ? Map.of() : lines(curves, curves, this::lessAlone);
  }

  /** {@code to} minus {@code from}; empty where not both were measured around that size. */
  Optional<Interval> at(int nRanks, int nNodes, CurveChoice from, CurveChoice to, long bytes) {
    Shape shape = new Shape(nRanks, nNodes);
    return from.compareTo(to) < 0
        ? at(new Pair(shape, from, to), bytes)
        : at(new Pair(shape, to, from), bytes).map(Interval::negated);
  }

  private Optional<Interval> at(Pair pair, long bytes) {
    Optional<MeasuredLine> line = Optional.ofNullable(lines.get(pair));
    Optional<Interval> bent =
        line.flatMap(l -> l.gap(bytes)).flatMap(gap -> bent(pair, gap, bytes));
    return bent.isPresent() ? bent : line.flatMap(l -> l.at(bytes));
  }

  private Optional<Interval> bent(Pair pair, MeasuredLine.Gap gap, long bytes) {
    MeasuredLine offset = offsets.get(pair);
    MeasuredLine finer = alone.get(pair);
    if (finer == null || !finer.hasSizeIn(gap) || !offset.gap(bytes).equals(Optional.of(gap))) {
      return Optional.empty();
    }
    return finer.at(bytes).flatMap(a -> offset.at(bytes).map(a::plus));
  }

  private NavigableMap<Long, Interval> lessAlone(Pair pair, NavigableMap<Long, Interval> points) {
    NavigableMap<Long, Interval> less = new TreeMap<>();
    points.forEach(
        (bytes, us) ->
            Optional.ofNullable(alone.get(pair))
                .flatMap(line -> line.at(bytes))
                .ifPresent(a -> less.put(bytes, us.plus(exactly(-a.mid())))));
    return less;
  }

  private static Interval exactly(double us) {
    return new Interval(us, us, us);
  }

  /**
   * A line for every two choices of one communicator size.
   *
   * @param equals curves among which equal choices say how far such differences can be believed
   */
  private static Map<Pair, MeasuredLine> lines(
      Collection<LatencyCurve> curves,
      Collection<LatencyCurve> equals,
      BiFunction<Pair, NavigableMap<Long, Interval>, NavigableMap<Long, Interval>> of) {
    Map<Pair, NavigableMap<Long, Interval>> differences = new HashMap<>();
    Map<Shape, NavigableMap<Long, Double>> misses = new HashMap<>();
    for (LatencyCurve from : curves) {
      for (LatencyCurve to : curves) {
        Shape shape = shape(from);
        if (from.key().compareTo(to.key()) < 0 && shape.equals(shape(to))) {
          Pair pair = new Pair(shape, from.key().choice(), to.key().choice());
          NavigableMap<Long, Interval> points = of.apply(pair, RoundDifferences.perCall(from, to));
          differences.put(pair, points);
          NavigableMap<Long, Double> worst = misses.computeIfAbsent(shape, s -> new TreeMap<>());
          MeasuredLine.missesOfDifferences(points)
              .forEach((bytes, us) -> worst.merge(bytes, us, Math::max));
        }
      }
    }
    Map<Shape, Double> floors = new HashMap<>();
    Map<Pair, MeasuredLine> lines = new HashMap<>();
    differences.forEach(
        (pair, points) ->
            lines.put(
                pair,
                MeasuredLine.ofDifferences(
                    points,
                    floors.computeIfAbsent(pair.shape(), shape -> leastHalfWidth(equals, shape)),
                    misses.get(pair.shape()))));
    return lines;
  }

  private static Shape shape(LatencyCurve curve) {
    return new Shape(curve.key().nRanks(), curve.key().nNodes());
  }

  /** No difference is believed to be known better than equal choices agree. */
  private static double leastHalfWidth(Collection<LatencyCurve> curves, Shape shape) {
    double floor =
        NoiseFloor.betweenSets(curves.stream().filter(c -> shape(c).equals(shape)).toList());
    return Double.isNaN(floor) ? 0 : floor;
  }
}
