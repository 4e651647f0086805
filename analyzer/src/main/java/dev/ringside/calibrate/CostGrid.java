package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Costs of all measured choices at all measured sizes of one communicator size.
 *
 * @param choices pinned ones and NCCL's own
 * @param sizes ascending
 */
record CostGrid(List<CurveChoice> choices, List<SizeCosts> sizes) {
  /**
   * Least noise of an isolated sweep, as a part of the latency: two runs of one choice never agree
   * better for long, and a sweep of which every size was measured once may look smoother than it
   * is.
   */
  private static final double LEAST_PART = 0.005;

  /**
   * Sizes of the best basis, then those outside its range that the others measured.
   *
   * @param sets best basis first
   */
  static CostGrid of(List<CurveSet> sets, int nRanks, int nNodes) {
    List<List<LatencyCurve>> curves = new ArrayList<>();
    NavigableSet<CurveChoice> choices = new TreeSet<>();
    for (CurveSet set : sets) {
      List<LatencyCurve> usable = usable(set, nRanks, nNodes);
      curves.add(usable);
      usable.forEach(c -> choices.add(c.key().choice()));
    }
    Filler filler = new Filler(List.copyOf(choices));
    TreeMap<Long, SizeCosts> grid = new TreeMap<>();
    for (int i = 0; i < sets.size(); i++) {
      if (curves.get(i).isEmpty()) {
        continue;
      }
      long from = grid.isEmpty() ? Long.MAX_VALUE : grid.firstKey();
      long to = grid.isEmpty() ? Long.MIN_VALUE : grid.lastKey();
      for (SizeCosts costs : filler.costs(sets.get(i), curves.get(i))) {
        if (costs.bytes() < from || costs.bytes() > to) {
          grid.putIfAbsent(costs.bytes(), costs);
        }
      }
    }
    return new CostGrid(filler.choices, List.copyOf(grid.values()));
  }

  /** Pinned and default curves; none where nothing is pinned. */
  private static List<LatencyCurve> usable(CurveSet set, int nRanks, int nNodes) {
    List<LatencyCurve> curves =
        set.keys().stream()
            .filter(k -> k.nRanks() == nRanks && k.nNodes() == nNodes)
            .filter(k -> k.choice().isPinned() || k.choice().isDefault())
            .flatMap(k -> set.curve(k).stream())
            .toList();
    return curves.stream().anyMatch(c -> c.key().choice().isPinned()) ? curves : List.of();
  }

  /** Costs of one set, with choices numbered over all sets. */
  private static final class Filler {
    private final List<CurveChoice> choices;

    Filler(List<CurveChoice> choices) {
      this.choices = choices;
    }

    List<SizeCosts> costs(CurveSet set, List<LatencyCurve> curves) {
      NavigableSet<Long> sizes = new TreeSet<>();
      curves.stream()
          .filter(c -> c.key().choice().isPinned())
          .forEach(c -> sizes.addAll(c.points().keySet()));
      return set.basis() == CurveBasis.STEP
          ? stepCosts(set, curves, sizes)
          : latencies(set, curves, sizes);
    }

    private double[] nothing() {
      double[] us = new double[choices.size()];
      Arrays.fill(us, Double.NaN);
      return us;
    }

    private int index(LatencyCurve curve) {
      return choices.indexOf(curve.key().choice());
    }

    private List<SizeCosts> stepCosts(
        CurveSet set, List<LatencyCurve> curves, Collection<Long> sizes) {
      CurveKey any = curves.get(0).key();
      double floor = set.noiseFloorUs(any.nRanks(), any.nNodes(), 0);
      double error = standardErrors(rounds(curves));
      List<SizeCosts> costs = new ArrayList<>();
      for (long bytes : sizes) {
        Optional<LatencyCurve> reference =
            curves.stream().filter(c -> c.key().choice().isPinned() && c.covers(bytes)).findFirst();
        double[] us = nothing();
        double widest = 0;
        int known = 0;
        for (LatencyCurve curve : reference.isPresent() ? curves : List.<LatencyCurve>of()) {
          Optional<Interval> difference =
              set.difference(
                  any.nRanks(),
                  any.nNodes(),
                  reference.get().key().choice(),
                  curve.key().choice(),
                  bytes);
          if (difference.isPresent()) {
            us[index(curve)] = difference.get().mid();
            widest = Math.max(widest, difference.get().halfWidth());
            known++;
          }
        }
        // Without a default curve the widest spread of the rounds stands for the noise.
        double halfWidth = floor > 0 ? floor : widest > 0 ? widest : 1;
        if (known > 1) {
          costs.add(new SizeCosts(bytes, us, halfWidth * error));
        }
      }
      return costs;
    }

    private List<SizeCosts> latencies(
        CurveSet set, List<LatencyCurve> curves, Collection<Long> sizes) {
      double part =
          set.basis() == CurveBasis.PUBLISHED
              ? CurveSet.PUBLISHED_PART
              : Math.max(LEAST_PART, NoisePart.of(curves));
      List<SizeCosts> costs = new ArrayList<>();
      for (long bytes : sizes) {
        double[] us = nothing();
        double least = Double.POSITIVE_INFINITY;
        int known = 0;
        for (LatencyCurve curve : curves) {
          Optional<Interval> at = curve.at(bytes);
          if (at.isPresent()) {
            us[index(curve)] = at.get().mid();
            least = Math.min(least, at.get().mid());
            known++;
          }
        }
        if (known > 1) {
          costs.add(new SizeCosts(bytes, us, part * least));
        }
      }
      return costs;
    }
  }

  private static int rounds(List<LatencyCurve> curves) {
    return curves.stream()
        .flatMap(c -> c.points().values().stream())
        .mapToInt(p -> p.samples().size())
        .min()
        .orElse(1);
  }

  /**
   * Standard error of a median in half-widths of the spread: the spread of n normal values is d2(n)
   * standard deviations (2.33 at five; more rounds are taken as five, which errs to the safe side),
   * the median of n scatters by 1.25 deviations / √n (by 1 / √n for two, where it is the mean).
   */
  private static double standardErrors(int n) {
    return switch (n) {
      case 1 -> 1;
      case 2 -> 2 / 1.128 / Math.sqrt(2);
      case 3 -> 2 / 1.693 * 1.25 / Math.sqrt(3);
      case 4 -> 2 / 2.059 * 1.25 / 2;
      default -> 2 / 2.326 * 1.25 / Math.sqrt(n);
    };
  }
}
