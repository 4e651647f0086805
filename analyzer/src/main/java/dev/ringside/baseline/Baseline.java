package dev.ringside.baseline;

import dev.ringside.baseline.BaselineFinding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * States judged against health limits and against the first of them.
 *
 * <pre>{@code
 * Baseline result = Baseline.judge(List.of(before, after), HealthLimits.builtin(), List.of());
 * }</pre>
 *
 * @param findings worst first
 */
public record Baseline(
    List<Side> sides,
    List<HealthResult> health,
    List<ScaleRatio> ratios,
    List<RingTree> ringTrees,
    List<StatePair> pairs,
    List<BaselineFinding> findings) {

  /** From so many ranks on Tree is worth measuring beside Ring. */
  private static final int TREE_RANKS = 64;

  public Baseline {
    sides = List.copyOf(sides);
    health = List.copyOf(health);
    ratios = List.copyOf(ratios);
    ringTrees = List.copyOf(ringTrees);
    pairs = List.copyOf(pairs);
    findings = List.copyOf(findings);
  }

  /**
   * Judges.
   *
   * @param sides the first is what the others are compared with
   * @param predicted what a report foretold of the change from the first to the second
   */
  public static Baseline judge(
      List<Side> sides, HealthLimits limits, List<PredictedSaving> predicted) {
    List<HealthResult> health = new ArrayList<>();
    List<ScaleRatio> ratios = new ArrayList<>();
    List<RingTree> duels = new ArrayList<>();
    List<StatePair> pairs = new ArrayList<>();
    List<BaselineFinding> findings = new ArrayList<>();
    for (Side side : sides) {
      HealthCheck check = new HealthCheck(side, limits);
      check.run();
      health.addAll(check.results());
      findings.addAll(check.findings());
      ratios.addAll(ScaleRatio.of(side));
      duels.addAll(RingTree.of(side));
      findings.addAll(untriedTree(side));
      side.curveFaults().forEach(f -> findings.add(f.finding(side.label())));
    }
    ratios.forEach(r -> findings.addAll(judge(r, limits)));
    for (Side after : sides.subList(Math.min(1, sides.size()), sides.size())) {
      Comparer comparer = new Comparer(sides.get(0), after);
      StatePair pair =
          new StatePair(
              sides.get(0).label(),
              after.label(),
              comparer.comparisons(),
              comparer.differences(),
              EngineChange.between(sides.get(0), after),
              predicted);
      pairs.add(pair);
      findings.addAll(new Causes(pair).findings());
    }
    findings.sort(Comparator.comparing(BaselineFinding::severity));
    return new Baseline(sides, health, ratios, duels, pairs, findings);
  }

  private static List<BaselineFinding> judge(ScaleRatio r, HealthLimits limits) {
    return limits
        .find(HealthLimit.Unit.RATIO, false, "", r.manyRanks())
        .filter(l -> r.isCrossNode() && r.ratio() < l.healthy())
        .map(
            l ->
                List.of(
                    new BaselineFinding(
                        "scale-ratio-low",
                        r.ratio() < l.poor() ? Severity.ERROR : Severity.WARNING,
                        r.label(),
                        String.format(
                            Locale.ROOT,
                            "%s keeps %.0f %% of its bus bandwidth from %d to %d nodes (%.1f to"
                                + " %.1f GB/s); %.0f %% is healthy",
                            r.test(),
                            100 * r.ratio(),
                            r.fewNodes(),
                            r.manyNodes(),
                            r.fewGBs(),
                            r.manyGBs(),
                            100 * l.healthy()),
                        "measure pairs of nodes to find the slow ones, then PFC and ECN counters"
                            + " (ethtool -S DEV | grep prio) and the ECMP balance of the switches")))
        .orElse(List.of());
  }

  private static List<BaselineFinding> untriedTree(Side side) {
    return Series.of(side.measurements()).stream()
        .filter(s -> s.test().equals("all_reduce") && s.nRanks() >= TREE_RANKS)
        .filter(s -> s.choice().isEmpty() && usesRing(side, s))
        .filter(
            s ->
                side.measurements().stream()
                    .noneMatch(m -> m.nRanks() == s.nRanks() && m.choice().startsWith("Tree/")))
        .map(
            s ->
                new BaselineFinding(
                    "tree-not-tried",
                    Severity.INFO,
                    side.label(),
                    s.title()
                        + ": NCCL takes Ring at large sizes, and Tree was not measured. Which one"
                        + " is faster depends on size and topology",
                    "measure both, each size for itself: NCCL_ALGO=Ring all_reduce_perf -b 8 -e 8G"
                        + " -f 2, then NCCL_ALGO=Tree"))
        .toList();
  }

  private static boolean usesRing(Side side, Series series) {
    return series.sizes().tailMap(Series.LARGE_BYTES, true).keySet().stream()
        .anyMatch(bytes -> side.choice(bytes).filter(c -> c.startsWith("Ring/")).isPresent());
  }

  /** Whether some finding is at least so severe. */
  public boolean reaches(Severity severity) {
    return findings.stream().anyMatch(f -> f.severity().compareTo(severity) <= 0);
  }
}
