package dev.ringside.cost;

import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Measured sizes of one choice. Between two measured sizes it is linear in bytes; outside them it
 * says nothing.
 */
public final class LatencyCurve {
  private final CurveKey key;
  private final NavigableMap<Long, CurvePoint> points;
  private final MeasuredLine line;

  public LatencyCurve(CurveKey key, Collection<CurvePoint> points) {
    this.key = key;
    TreeMap<Long, CurvePoint> sorted = new TreeMap<>();
    points.forEach(p -> sorted.put(p.bytes(), p));
    if (sorted.size() != points.size() || sorted.isEmpty()) {
      throw new IllegalArgumentException("a curve needs one point a size, at least one");
    }
    this.points = Collections.unmodifiableNavigableMap(sorted);
    TreeMap<Long, Interval> us = new TreeMap<>();
    sorted.forEach((bytes, point) -> us.put(bytes, point.us()));
    this.line = MeasuredLine.ofLatencies(us, points.stream().anyMatch(p -> p.samples().size() > 1));
  }

  public CurveKey key() {
    return key;
  }

  public NavigableMap<Long, CurvePoint> points() {
    return points;
  }

  public boolean covers(long bytes) {
    return points.firstKey() <= bytes && bytes <= points.lastKey();
  }

  /**
   * Microseconds of one sample (a call, or under basis step a whole step) with the spread of its
   * rounds and, between measured sizes, what a kink there could hide; empty outside measured sizes.
   */
  public Optional<Interval> at(long bytes) {
    return line.at(bytes);
  }
}
