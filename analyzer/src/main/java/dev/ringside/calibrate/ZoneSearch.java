package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The fewest contiguous zones that the data support: of all ways to give each measured size a
 * choice, the one with the least sum of regret (in units of noise) plus {@link #SWITCH} for every
 * change of choice, found by dynamic programming over the sizes; less the zones that {@link
 * ZoneMerge} takes back.
 */
final class ZoneSearch {
  /**
   * What a change of choice costs, in units of noise: a zone between two others has to gain more
   * than twice this. Where two choices lie within the noise of each other over a dozen sizes,
   * chance gains about five units; a zone that saves a tenth at one size, with two hundredths of
   * noise, stays below and is dropped, one that does so at two sizes is kept.
   */
  private static final double SWITCH = 4;

  /** A pinned choice is preferred to NCCL's own within the noise: a rule holds in any release. */
  private static final double DEFAULT_HANDICAP = 1;

  private final List<CurveChoice> choices;
  private final int[] allowed;
  private final List<SizeCosts> grid;

  ZoneSearch(CostGrid grid, Predicate<CurveChoice> allowed) {
    this.choices = grid.choices();
    this.allowed =
        IntStream.range(0, choices.size()).filter(c -> allowed.test(choices.get(c))).toArray();
    this.grid =
        grid.sizes().stream().filter(s -> Arrays.stream(this.allowed).anyMatch(s::has)).toList();
  }

  /** The zones, with the crossovers between them appended to {@code crossovers}. */
  List<Zone> zones(List<Crossover> crossovers) {
    int[] best = assign();
    new ZoneMerge(grid, best).merge();
    List<Zone> zones = new ArrayList<>();
    long from = grid.isEmpty() ? 0 : grid.get(0).bytes();
    for (int i = 0; i < best.length; i++) {
      boolean last = i + 1 == best.length;
      if (last || best[i] != best[i + 1]) {
        for (Crossover crossover : last ? List.<Crossover>of() : between(i, best[i], best[i + 1])) {
          crossovers.add(crossover);
          zones.add(new Zone(from, crossover.bytes(), crossover.below()));
          from = crossover.bytes() + 1;
        }
        if (last) {
          zones.add(new Zone(from, grid.get(i).bytes(), choices.get(best[i])));
        }
      }
    }
    return zones;
  }

  /**
   * From one choice at size {@code i} to another at the next: at once, or by way of NCCL's own
   * where that is faster than both in between. It changes its choice there, and a rule would forbid
   * that.
   */
  private List<Crossover> between(int i, int below, int above) {
    Crossover direct = crossover(i, below, above);
    for (int own : allowed) {
      if (choices.get(own).isDefault() && own != below && own != above) {
        Crossover first = crossover(i, below, own);
        Crossover second = crossover(i, own, above);
        if (loss(i, below, own, direct.bytes()) > SWITCH && first.bytes() < second.bytes()) {
          return List.of(first, second);
        }
      }
    }
    return List.of(direct);
  }

  /**
   * By how much {@code choice} is slower than {@code other} at {@code bytes}, between the sizes
   * {@code i} and {@code i + 1}, in units of noise.
   */
  private double loss(int i, int choice, int other, long bytes) {
    SizeCosts left = grid.get(i);
    SizeCosts right = grid.get(i + 1);
    double w = (bytes - left.bytes()) / (double) (right.bytes() - left.bytes());
    double us = left.difference(choice, other) * (1 - w) + right.difference(choice, other) * w;
    return us / Math.max(left.noiseUs(), right.noiseUs());
  }

  /** Choice by size. */
  private int[] assign() {
    int n = grid.size();
    int k = allowed.length;
    double[][] cost = new double[n][k];
    int[][] before = new int[n][k];
    for (int i = 0; i < n; i++) {
      int cheapest = i == 0 ? 0 : cheapest(cost[i - 1]);
      double change = i == 0 ? 0 : cost[i - 1][cheapest] + SWITCH;
      for (int c = 0; c < k; c++) {
        boolean stay = i == 0 || cost[i - 1][c] <= change;
        before[i][c] = stay ? c : cheapest;
        cost[i][c] =
            regret(grid.get(i), allowed[c]) + (i == 0 ? 0 : stay ? cost[i - 1][c] : change);
      }
    }
    int[] best = new int[n];
    int c = n == 0 ? 0 : cheapest(cost[n - 1]);
    for (int i = n - 1; i >= 0; i--) {
      best[i] = allowed[c];
      c = before[i][c];
    }
    return best;
  }

  private double regret(SizeCosts costs, int choice) {
    return costs.regret(choice, allowed) + (choices.get(choice).isDefault() ? DEFAULT_HANDICAP : 0);
  }

  private static int cheapest(double[] cost) {
    int cheapest = 0;
    for (int c = 1; c < cost.length; c++) {
      cheapest = cost[c] < cost[cheapest] ? c : cheapest;
    }
    return cheapest;
  }

  /** Between the sizes {@code i} and {@code i + 1}, on the straight lines between them. */
  private Crossover crossover(int i, int below, int above) {
    SizeCosts left = grid.get(i);
    SizeCosts right = grid.get(i + 1);
    double atLeft = left.difference(above, below);
    double atRight = right.difference(below, above);
    double part = atLeft > 0 && atRight > 0 ? atLeft / (atLeft + atRight) : 0.5;
    long exact = left.bytes() + (long) (part * (right.bytes() - left.bytes()));
    long bytes = Math.min(right.bytes() - 1, Math.max(left.bytes(), rounded(exact)));
    return new Crossover(
        choices.get(below),
        choices.get(above),
        bytes,
        low(i, below, above, bytes),
        high(i, below, above, bytes));
  }

  /** To whole KiB, where that is fine enough: a limit is not known to the byte. */
  private static long rounded(long bytes) {
    return bytes < 64 * 1024 ? bytes : bytes / 1024 * 1024;
  }

  private long low(int i, int below, int above, long none) {
    long low = none;
    for (int at = i; at >= 0 && isWithinNoise(grid.get(at), below, above); at--) {
      low = grid.get(at).bytes();
    }
    return low;
  }

  private long high(int i, int below, int above, long none) {
    long high = none;
    for (int at = i + 1; at < grid.size() && isWithinNoise(grid.get(at), below, above); at++) {
      high = grid.get(at).bytes();
    }
    return high;
  }

  private static boolean isWithinNoise(SizeCosts costs, int a, int b) {
    return Math.abs(costs.difference(a, b)) <= costs.noiseUs();
  }
}
