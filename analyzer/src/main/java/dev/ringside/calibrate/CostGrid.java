package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Costs of all measured choices at all measured sizes of one communicator size. */
final class CostGrid {
  /**
   * Least noise of an isolated sweep, as a part of the latency: two runs of one choice never agree
   * better for long, and a sweep of which every size was measured once may look smoother than it
   * is.
   */
  private static final double LEAST_PART = 0.005;

  private CostGrid() {}

  /**
   * Sizes of the best basis, then those outside its range that the others measured.
   *
   * @param sets best basis first
   */
  static List<SizeCosts> of(List<CurveSet> sets, int nRanks, int nNodes) {
    TreeMap<Long, SizeCosts> grid = new TreeMap<>();
    for (CurveSet set : sets) {
      List<LatencyCurve> curves =
          set.keys().stream()
              .filter(k -> k.nRanks() == nRanks && k.nNodes() == nNodes)
              .filter(k -> k.choice().isPinned() || k.choice().isDefault())
              .flatMap(k -> set.curve(k).stream())
              .toList();
      boolean pinned = curves.stream().anyMatch(c -> c.key().choice().isPinned());
      if (!pinned) {
        continue;
      }
      boolean first = grid.isEmpty();
      long from = first ? Long.MAX_VALUE : grid.firstKey();
      long to = first ? Long.MIN_VALUE : grid.lastKey();
      for (SizeCosts costs : costs(set, curves)) {
        if (costs.bytes() < from || costs.bytes() > to) {
          grid.putIfAbsent(costs.bytes(), costs);
        }
      }
    }
    return List.copyOf(grid.values());
  }

  private static List<SizeCosts> costs(CurveSet set, List<LatencyCurve> curves) {
    NavigableSet<Long> sizes = new TreeSet<>();
    curves.stream()
        .filter(c -> c.key().choice().isPinned())
        .forEach(c -> sizes.addAll(c.points().keySet()));
    return set.basis() == CurveBasis.STEP
        ? stepCosts(set, curves, sizes)
        : latencies(set, curves, sizes);
  }

  private static List<SizeCosts> stepCosts(
      CurveSet set, List<LatencyCurve> curves, Collection<Long> sizes) {
    CurveKey any = curves.get(0).key();
    double floor = set.noiseFloorUs(any.nRanks(), any.nNodes(), 0);
    double error = standardErrors(rounds(curves));
    List<SizeCosts> costs = new ArrayList<>();
    for (long bytes : sizes) {
      Optional<CurveKey> reference =
          curves.stream()
              .map(LatencyCurve::key)
              .filter(k -> k.choice().isPinned() && set.curve(k).orElseThrow().covers(bytes))
              .findFirst();
      Map<CurveChoice, Double> us = new HashMap<>();
      reference.ifPresent(r -> curves.forEach(c -> difference(set, r, c, bytes, us)));
      double halfWidth = floor > 0 ? floor : spread(set, reference, us, bytes);
      if (us.size() > 1) {
        costs.add(new SizeCosts(bytes, us, halfWidth * error));
      }
    }
    return costs;
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

  private static void difference(
      CurveSet set, CurveKey from, LatencyCurve to, long bytes, Map<CurveChoice, Double> us) {
    set.difference(from.nRanks(), from.nNodes(), from.choice(), to.key().choice(), bytes)
        .ifPresent(d -> us.put(to.key().choice(), d.mid()));
  }

  /** Without a default curve the widest spread of the rounds stands for the noise. */
  private static double spread(
      CurveSet set, Optional<CurveKey> reference, Map<CurveChoice, Double> us, long bytes) {
    CurveKey from = reference.orElseThrow();
    return us.keySet().stream()
        .flatMap(
            c -> set.difference(from.nRanks(), from.nNodes(), from.choice(), c, bytes).stream())
        .mapToDouble(Interval::halfWidth)
        .filter(w -> w > 0)
        .max()
        .orElse(1);
  }

  private static List<SizeCosts> latencies(
      CurveSet set, List<LatencyCurve> curves, Collection<Long> sizes) {
    double part = Math.max(LEAST_PART, NoisePart.of(curves));
    if (set.basis() == CurveBasis.PUBLISHED) {
      part = CurveSet.PUBLISHED_PART;
    }
    List<SizeCosts> costs = new ArrayList<>();
    for (long bytes : sizes) {
      Map<CurveChoice, Double> us = new HashMap<>();
      for (LatencyCurve curve : curves) {
        curve.at(bytes).ifPresent(i -> us.put(curve.key().choice(), i.mid()));
      }
      double least = us.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
      if (us.size() > 1) {
        costs.add(new SizeCosts(bytes, us, part * least));
      }
    }
    return costs;
  }
}
