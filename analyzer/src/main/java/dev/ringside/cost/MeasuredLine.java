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
 * <p>Between two measured sizes the interval has to allow for a kink: NCCL changes channels, chunks
 * or protocol at some size in between. If one kink lies there, the truth is on the left line drawn
 * on or on the right line drawn back, so the interval is the hull of the chord and both. Beside the
 * first and last size one of these lines does not exist; what cannot be seen counts as large as the
 * worst kink elsewhere: the largest amount by which a measured size misses the chord of its
 * neighbours. Latencies grow over decades, so theirs count in proportion; differences pass through
 * zero, so theirs count in microseconds, and only at sizes within a factor of {@value #NEAR}: what
 * happens at 16 MiB says nothing about 16 KiB. A latency between two sizes is believed no better
 * than the median of these misses; and where every size was measured only once, so that its scatter
 * is unknown, none at a size either.
 */
final class MeasuredLine {
  private static final int NEAR = 16;

  private final NavigableMap<Long, Interval> points;
  private final boolean relative;
  private final double chordFloor;
  private final NavigableMap<Long, Double> misses;

  private MeasuredLine(
      NavigableMap<Long, Interval> points,
      boolean relative,
      double floor,
      double chordFloor,
      NavigableMap<Long, Double> misses) {
    this.points = new TreeMap<>();
    points.forEach(
        (bytes, us) -> this.points.put(bytes, atLeast(us, relative ? floor * us.mid() : floor)));
    this.relative = relative;
    this.chordFloor = chordFloor;
    this.misses = misses;
  }

  /**
   * Latencies: misses count in proportion to the latency, which grows over decades.
   *
   * @param repeated whether sizes were measured more than once
   */
  static MeasuredLine ofLatencies(NavigableMap<Long, Interval> points, boolean repeated) {
    NavigableMap<Long, Double> misses = misses(points, true);
    double[] sizes = misses.values().stream().mapToDouble(Double::doubleValue).toArray();
    double median = sizes.length == 0 ? 0 : Samples.median(sizes);
    return new MeasuredLine(points, true, repeated ? 0 : median, median, misses);
  }

  /**
   * Differences, which pass through zero: misses count in microseconds.
   *
   * @param floor least half-width in microseconds
   * @param misses by size the largest of any difference measured together with this one
   */
  static MeasuredLine ofDifferences(
      NavigableMap<Long, Interval> points, double floor, NavigableMap<Long, Double> misses) {
    return new MeasuredLine(points, false, floor, 0, misses);
  }

  /** By size, the microseconds by which a difference misses the chord of its neighbours. */
  static NavigableMap<Long, Double> missesOfDifferences(NavigableMap<Long, Interval> points) {
    return misses(points, false);
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
    double down = 0;
    double up = 0;
    if (before == null || behind == null) {
      down = unseenKink(left, right, mid);
      up = down;
    }
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

  /** Microseconds that a kink between the two could hide, where no line can be drawn on. */
  private double unseenKink(
      Map.Entry<Long, Interval> left, Map.Entry<Long, Interval> right, double mid) {
    if (relative) {
      return mid * misses.values().stream().max(Double::compare).orElse(0.0);
    }
    return misses.subMap(left.getKey() / NEAR, true, right.getKey() * NEAR, true).values().stream()
        .max(Double::compare)
        .orElse(0.0);
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
