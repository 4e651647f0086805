package dev.ringside.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Intervals at measured sizes, joined by straight lines in bytes.
 *
 * <p>Between two measured sizes the interval has to allow for kinks: NCCL changes channels, chunks
 * or protocol at some size in between. If one kink lies there, the truth is on the left line drawn
 * on or on the right line drawn back, so the interval is the hull of the chord and both. Beside the
 * first and last size one of these lines does not exist; what cannot be seen counts as large as the
 * worst miss elsewhere: the largest amount by which a measured size misses the chord of its
 * neighbours.
 *
 * <p>Latencies grow over decades, so their misses count in proportion. One between two sizes is
 * believed no better than the median of them; and where every size was measured only once, so that
 * its scatter is unknown, none at a size either. Differences pass through zero, so theirs count in
 * microseconds, and only at sizes within a factor of {@value #NEAR}: what happens at 16 MiB says
 * nothing about 16 KiB. They show the remainders of chunks as the teeth of a saw, several of which
 * fit into a gap; one is believed no better than what the two sizes beside it miss their chords by.
 */
final class MeasuredLine {
  // Four doublings: a smaller factor may reach no size, a larger one lets a kink at prefill sizes
  // widen decode. On the two H200 of docs/accuracy.md 4 and 64 give the same figures.
  private static final int NEAR = 16;

  private final NavigableMap<Long, Interval> points;
  private final boolean relative;
  private final double chordFloor;
  private final NavigableMap<Long, Double> misses;
  private final NavigableMap<Long, Double> allMisses;

  private MeasuredLine(
      NavigableMap<Long, Interval> points,
      boolean relative,
      double floor,
      double chordFloor,
      NavigableMap<Long, Double> misses,
      NavigableMap<Long, Double> allMisses) {
    this.points = new TreeMap<>();
    points.forEach(
        (bytes, us) -> this.points.put(bytes, atLeast(us, relative ? floor * us.mid() : floor)));
    this.relative = relative;
    this.chordFloor = chordFloor;
    this.misses = misses;
    this.allMisses = allMisses;
  }

  /**
   * Latencies.
   *
   * @param repeated whether sizes were measured more than once
   */
  static MeasuredLine ofLatencies(NavigableMap<Long, Interval> points, boolean repeated) {
    NavigableMap<Long, Double> misses = misses(points, true);
    double[] sizes = misses.values().stream().mapToDouble(Double::doubleValue).toArray();
    double median = sizes.length == 0 ? 0 : Samples.median(sizes);
    return new MeasuredLine(points, true, repeated ? 0 : median, median, misses, misses);
  }

  /**
   * Differences.
   *
   * @param floor least half-width in microseconds
   * @param allMisses by size the largest of any difference measured together with this one
   */
  static MeasuredLine ofDifferences(
      NavigableMap<Long, Interval> points, double floor, NavigableMap<Long, Double> allMisses) {
    return new MeasuredLine(points, false, floor, 0, missesOfDifferences(points), allMisses);
  }

  /** By size, the microseconds by which a difference misses the chord of its neighbours. */
  static NavigableMap<Long, Double> missesOfDifferences(NavigableMap<Long, Interval> points) {
    return misses(points, false);
  }

  /** Two neighbouring measured sizes. */
  record Gap(long left, long right) {}

  /** The gap that {@code bytes} lies in; empty at a measured size and outside of all. */
  Optional<Gap> gap(long bytes) {
    Long left = points.lowerKey(bytes);
    Long right = points.higherKey(bytes);
    return left == null || right == null || points.containsKey(bytes)
        ? Optional.empty()
        : Optional.of(new Gap(left, right));
  }

  /** Whether a size was measured inside of the gap of another line. */
  boolean hasSizeIn(Gap gap) {
    Long inside = points.higherKey(gap.left());
    return inside != null && inside < gap.right();
  }

  Optional<Interval> at(long bytes) {
    Map.Entry<Long, Interval> left = points.floorEntry(bytes);
    Map.Entry<Long, Interval> right = points.ceilingEntry(bytes);
    if (left == null || right == null) {
      return Optional.empty();
    }
    if (left.getKey() == bytes) {
      return Optional.of(left.getValue());
    }
    return Optional.of(between(left, right, bytes));
  }

  private Interval between(
      Map.Entry<Long, Interval> left, Map.Entry<Long, Interval> right, long bytes) {
    double w = (bytes - left.getKey()) / (double) (right.getKey() - left.getKey());
    Interval straight = left.getValue().times(1 - w).plus(right.getValue().times(w));
    double mid = straight.mid();
    Interval chord = atLeast(straight, relative ? chordFloor * mid : chordFloor);
    Map.Entry<Long, Interval> before = points.lowerEntry(left.getKey());
    Map.Entry<Long, Interval> behind = points.higherEntry(right.getKey());
    double down = before == null || behind == null ? unseen(left, right) : seen(left, right);
    down *= relative ? mid : 1;
    double up = down;
    if (before != null) {
      double miss = drawnOn(before, left, bytes) - mid;
      down = Math.max(down, -miss);
      up = Math.max(up, miss);
    }
    if (behind != null) {
      double miss = drawnOn(behind, right, bytes) - mid;
      down = Math.max(down, -miss);
      up = Math.max(up, miss);
    }
    return new Interval(chord.low() - down, mid, chord.high() + up);
  }

  private static Interval atLeast(Interval us, double halfWidth) {
    return new Interval(
        Math.min(us.low(), us.mid() - halfWidth),
        us.mid(),
        Math.max(us.high(), us.mid() + halfWidth));
  }

  /** The line through both, at {@code bytes}. */
  private static double drawnOn(
      Map.Entry<Long, Interval> far, Map.Entry<Long, Interval> near, long bytes) {
    double slope =
        (near.getValue().mid() - far.getValue().mid()) / (double) (near.getKey() - far.getKey());
    return near.getValue().mid() + slope * (bytes - near.getKey());
  }

  /** What kinks between the two hide if they are like those at the two, in the unit of a miss. */
  private double seen(Map.Entry<Long, Interval> left, Map.Entry<Long, Interval> right) {
    if (relative) {
      return 0;
    }
    return Math.max(
        misses.getOrDefault(left.getKey(), 0.0), misses.getOrDefault(right.getKey(), 0.0));
  }

  private double unseen(Map.Entry<Long, Interval> left, Map.Entry<Long, Interval> right) {
    NavigableMap<Long, Double> near =
        relative
            ? allMisses
            : allMisses.subMap(left.getKey() / NEAR, true, right.getKey() * NEAR, true);
    return near.values().stream().max(Double::compare).orElse(0.0);
  }

  /**
   * By size, the amount by which it misses the chord of its neighbours: in microseconds, or as a
   * part of it.
   */
  private static NavigableMap<Long, Double> misses(
      NavigableMap<Long, Interval> points, boolean relative) {
    List<Map.Entry<Long, Interval>> list = new ArrayList<>(points.entrySet());
    NavigableMap<Long, Double> misses = new TreeMap<>();
    for (int i = 1; i + 1 < list.size(); i++) {
      Map.Entry<Long, Interval> left = list.get(i - 1);
      Map.Entry<Long, Interval> right = list.get(i + 1);
      long bytes = list.get(i).getKey();
      double measured = list.get(i).getValue().mid();
      double w = (bytes - left.getKey()) / (double) (right.getKey() - left.getKey());
      double chord = left.getValue().mid() * (1 - w) + right.getValue().mid() * w;
      misses.put(bytes, Math.abs(chord - measured) / (relative ? Math.abs(measured) : 1));
    }
    return misses;
  }
}
