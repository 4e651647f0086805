package dev.ringside.cli;

import dev.ringside.trace.record.Collective;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Questions that would show any difference: every bound of every rule with its two neighbours, for
 * every shape that a rule names and shapes that none names, then random ones. No two are equal.
 */
final class CheckPoints {
  /** At least so many for one version of the API. */
  static final int LEAST = 21_000;

  private static final List<Collective> COLLECTIVES =
      List.of(
          Collective.ALL_REDUCE,
          Collective.ALL_GATHER,
          Collective.REDUCE_SCATTER,
          Collective.BROADCAST,
          Collective.REDUCE);
  private static final List<Integer> RANKS = List.of(2, 3, 4, 5, 6, 7, 8, 16);
  private static final List<Integer> NODES = List.of(1, 2, 4);
  private static final long SEED = 20_26L;
  private static final int MOST_PER_BOUND = 4_000;

  private final TunerFile file;
  private final Random random;

  /** {@code variation} gives other questions for the same file. */
  CheckPoints(TunerFile file, int variation) {
    this.file = file;
    this.random = new Random(SEED + variation);
  }

  /** Of any communicator. */
  List<CheckPoint> points() {
    return points(RANKS, NODES, false);
  }

  /** Of communicators of one shape. */
  List<CheckPoint> points(int nRanks, int nNodes) {
    return points(List.of(nRanks), List.of(nNodes), true);
  }

  private List<CheckPoint> points(List<Integer> ranks, List<Integer> nodes, boolean isOneShape) {
    Set<CheckPoint> points = new LinkedHashSet<>();
    Set<Long> bounds = bounds();
    int perBound = Math.max(1, LEAST / 2 / Math.max(1, bounds.size()) + 1);
    for (long bytes : bounds) {
      for (int i = 0; i < Math.min(perBound, MOST_PER_BOUND); i++) {
        points.add(point(bytes, ranks, nodes, isOneShape));
      }
    }
    while (points.size() < LEAST) {
      long bytes = random.nextLong() >>> (1 + random.nextInt(62));
      points.add(point(bytes, ranks, nodes, isOneShape));
    }
    return List.copyOf(points);
  }

  private Set<Long> bounds() {
    Set<Long> bounds = new TreeSet<>();
    for (TunerRule r : file.rules()) {
      for (long b : new long[] {r.minBytes(), r.maxBytes()}) {
        bounds.add(Math.max(0, b - 1));
        bounds.add(b);
        bounds.add(b == Long.MAX_VALUE ? b : b + 1);
      }
    }
    return bounds;
  }

  private CheckPoint point(
      long bytes, List<Integer> ranks, List<Integer> nodes, boolean isOneShape) {
    // Half of the questions fit a rule's shape, so that large files are not asked past.
    TunerRule rule =
        file.rules().isEmpty() || random.nextBoolean()
            ? null
            : file.rules().get(random.nextInt(file.rules().size()));
    TunerRule shape = isOneShape ? null : rule;
    Collective collective = rule == null ? pick(COLLECTIVES) : rule.collective();
    int nRanks = of(shape == null ? TunerRule.ANY : shape.nRanks(), ranks);
    int nNodes = of(shape == null ? TunerRule.ANY : shape.nNodes(), nodes);
    int pipeOps = of(rule == null ? TunerRule.ANY : rule.numPipeOps(), List.of(1, 2, 3));
    int regBuff = of(rule == null ? TunerRule.ANY : rule.regBuff(), List.of(0, 1));
    return new CheckPoint(
        new TunerCall(collective, bytes, nNodes, nRanks, pipeOps, regBuff), allowed());
  }

  /** What a host may leave open: all, all but LL128, nothing, or any entries. */
  private int allowed() {
    return switch (random.nextInt(4)) {
      case 0 -> CheckPoint.ALL;
      case 1 -> CheckPoint.withoutLl128();
      case 2 -> random.nextInt(8) == 0 ? 0 : CheckPoint.withoutLl128() & random.nextInt();
      default -> CheckPoint.ALL & random.nextInt();
    };
  }

  private int of(int rule, List<Integer> others) {
    return rule == TunerRule.ANY ? pick(others) : rule;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
