package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.List;

/**
 * The same test in two states.
 *
 * @param points sizes that both measured, ascending
 */
public record Comparison(Series before, Series after, List<Point> points) {

  /** What a difference amounts to. */
  public enum Change {
    FASTER,
    SLOWER,
    /** The interval holds zero: another run could look so too. */
    NOISE
  }

  /**
   * One size.
   *
   * @param beforeUs microseconds a call
   * @param beforeGBs bus bandwidth; NaN unknown
   * @param changePct percent by which a call takes longer, negative where it is faster
   * @param beforeChoice NCCL's own choice there, such as {@code Tree/Simple}; empty unknown
   */
  public record Point(
      long bytes,
      double beforeUs,
      double afterUs,
      double beforeGBs,
      double afterGBs,
      Interval changePct,
      String beforeChoice,
      String afterChoice) {

    /** Whether the difference is more than noise, and which way. */
    public Change change() {
      return changePct.low() > 0
          ? Change.SLOWER
          : changePct.high() < 0 ? Change.FASTER : Change.NOISE;
    }

    /** Percent of bus bandwidth lost; negative where it grew. */
    public double lostBandwidthPct() {
      return 100 * (1 - beforeUs / afterUs);
    }

    /** Whether both choices are known and differ. */
    public boolean hasOtherChoice() {
      return !beforeChoice.isEmpty() && !afterChoice.isEmpty() && !beforeChoice.equals(afterChoice);
    }
  }

  public Comparison {
    points = List.copyOf(points);
  }

  /** Points that changed so, ascending. */
  public List<Point> points(Change change) {
    return points.stream().filter(p -> p.change() == change).toList();
  }
}
