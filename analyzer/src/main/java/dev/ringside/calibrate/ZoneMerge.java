package dev.ringside.calibrate;

import java.util.List;

/**
 * Takes back zones that chance alone could have made. Over n sizes chance offers about n² stretches
 * to choose from, and the largest of n² normal sums is about √(2 ln n²) standard errors; a zone
 * whose gain over a neighbour's choice is not larger than that is given to the neighbour.
 */
final class ZoneMerge {
  private final List<SizeCosts> grid;
  private final int[] best;

  /**
   * @param best choice by size; changed in place
   */
  ZoneMerge(List<SizeCosts> grid, int[] best) {
    this.grid = grid;
    this.best = best;
  }

  /** A stretch of sizes with one choice, and what giving it to a neighbour would lose. */
  private record Stretch(int from, int to, int neighbour, double standardErrors) {}

  void merge() {
    double chance = Math.sqrt(4 * Math.log(Math.max(2, grid.size())));
    while (true) {
      Stretch weakest = weakest();
      if (weakest == null || weakest.standardErrors() > chance) {
        return;
      }
      for (int i = weakest.from(); i < weakest.to(); i++) {
        best[i] = weakest.neighbour();
      }
    }
  }

  private Stretch weakest() {
    Stretch weakest = null;
    for (int from = 0; from < best.length; ) {
      int to = from;
      while (to < best.length && best[to] == best[from]) {
        to++;
      }
      for (int beside : new int[] {from - 1, to}) {
        if (beside >= 0 && beside < best.length) {
          Stretch stretch = stretch(from, to, best[beside]);
          if (weakest == null || stretch.standardErrors() < weakest.standardErrors()) {
            weakest = stretch;
          }
        }
      }
      from = to;
    }
    return weakest;
  }

  private Stretch stretch(int from, int to, int neighbour) {
    double gain = 0;
    for (int i = from; i < to; i++) {
      double difference = grid.get(i).difference(neighbour, best[i]);
      gain +=
          Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference / grid.get(i).noiseUs();
    }
    return new Stretch(from, to, neighbour, gain / Math.sqrt(to - from));
  }
}
