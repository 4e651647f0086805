package dev.ringside.cli;

import dev.ringside.trace.record.Collective;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Questions that would show any difference: every bound of every rule with its two neighbours, for
 * every shape that a rule names and shapes that none names, then random ones.
 */
final class CheckPoints {
  static final int LEAST = 10_000;

  private static final List<Collective> COLLECTIVES =
      List.of(
          Collective.ALL_REDUCE,
          Collective.ALL_GATHER,
          Collective.REDUCE_SCATTER,
          Collective.BROADCAST,
          Collective.REDUCE);
  private static final long SEED = 20_26L;
  private static final int MOST_PER_BOUND = 4_000;

  private final TunerFile file;
  private final List<Integer> allowedSets;
  private final Random random = new Random(SEED);

  CheckPoints(TunerFile file, List<Integer> allowedSets) {
    this.file = file;
    this.allowedSets = List.copyOf(allowedSets);
  }

  List<CheckPoint> points() {
    List<CheckPoint> points = new ArrayList<>();
    List<Long> bounds = List.copyOf(bounds());
    int perBound = Math.max(1, LEAST / Math.max(1, bounds.size()) + 1);
    for (long bytes : bounds) {
      for (int i = 0; i < Math.min(perBound, MOST_PER_BOUND); i++) {
        points.add(point(bytes));
      }
    }
    while (points.size() < LEAST + LEAST / 2) {
      points.add(point(random.nextLong() >>> (1 + random.nextInt(62))));
    }
    return points;
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

  private CheckPoint point(long bytes) {
    // Half of the questions fit a rule's shape, so that large files are not asked past.
    TunerRule rule =
        file.rules().isEmpty() || random.nextBoolean()
            ? null
            : file.rules().get(random.nextInt(file.rules().size()));
    Collective collective = rule == null ? pick(COLLECTIVES) : rule.collective();
    int nRanks = shape(rule == null ? TunerRule.ANY : rule.nRanks(), List.of(2, 3, 4, 5, 8, 16));
    int nNodes = shape(rule == null ? TunerRule.ANY : rule.nNodes(), List.of(1, 2, 4));
    int pipeOps = shape(rule == null ? TunerRule.ANY : rule.numPipeOps(), List.of(1, 2, 3));
    int regBuff = shape(rule == null ? TunerRule.ANY : rule.regBuff(), List.of(0, 1));
    return new CheckPoint(
        new TunerCall(collective, bytes, nNodes, nRanks, pipeOps, regBuff), pick(allowedSets));
  }

  private int shape(int ofRule, List<Integer> others) {
    return ofRule == TunerRule.ANY ? pick(others) : ofRule;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
