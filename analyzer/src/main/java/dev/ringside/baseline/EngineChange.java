package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One figure of a serving benchmark in two states.
 *
 * @param workload model and load that both ran
 * @param metric normalised name, such as {@code median_tpot_ms}
 * @param isLessBetter whether the smaller value is the better one
 * @param runsBefore runs that the median is of
 * @param changePct percent by which the value changed
 */
public record EngineChange(
    String workload,
    String metric,
    boolean isLessBetter,
    int runsBefore,
    int runsAfter,
    double before,
    double after,
    Interval changePct) {

  /** Settings that make two results comparable; others, such as a date, do not. */
  private static final List<String> WORKLOAD =
      List.of(
          "model",
          "model_id",
          "backend",
          "dataset",
          "dataset_name",
          "num_prompts",
          "request_rate",
          "max_concurrency",
          "random_input_len",
          "random_output_len",
          "input_len",
          "output_len");

  /** Better, worse or noise, in words. */
  public String verdict() {
    boolean isUp = changePct.low() > 0;
    boolean isDown = changePct.high() < 0;
    return !isUp && !isDown ? "noise" : isDown == isLessBetter ? "better" : "worse";
  }

  static List<EngineChange> between(Side before, Side after) {
    Map<String, List<EngineRun>> a = byWorkload(before);
    Map<String, List<EngineRun>> b = byWorkload(after);
    List<EngineChange> out = new ArrayList<>();
    a.forEach(
        (workload, runs) -> {
          if (b.containsKey(workload)) {
            changes(workload, runs, b.get(workload), out);
          }
        });
    return out;
  }

  private static Map<String, List<EngineRun>> byWorkload(Side side) {
    Map<String, List<EngineRun>> by = new TreeMap<>();
    for (EngineRun run : side.engineRuns()) {
      StringBuilder words = new StringBuilder(run.engine());
      for (String name : WORKLOAD) {
        if (run.settings().containsKey(name)) {
          words.append(", ").append(name).append(' ').append(run.settings().get(name));
        }
      }
      by.computeIfAbsent(words.toString(), w -> new ArrayList<>()).add(run);
    }
    return by;
  }

  private static void changes(
      String workload, List<EngineRun> before, List<EngineRun> after, List<EngineChange> out) {
    TreeSet<String> names = new TreeSet<>();
    before.forEach(r -> names.addAll(r.metrics().keySet()));
    for (String metric : names) {
      double[] a = values(before, metric);
      double[] b = values(after, metric);
      boolean isLessBetter = metric.endsWith("_ms");
      if (metric.startsWith("std_")) {
        continue; // scatter over requests says nothing of speed
      }
      boolean isRate = metric.endsWith("throughput") || metric.contains("tokens/s");
      if (a.length == 0 || b.length == 0 || !(isLessBetter || isRate)) {
        continue;
      }
      Interval from = Spread.of(a);
      Interval to = Spread.of(b);
      out.add(
          new EngineChange(
              workload,
              metric,
              isLessBetter,
              a.length,
              b.length,
              from.mid(),
              to.mid(),
              Spread.changePct(from, to, a.length < 2 || b.length < 2)));
    }
  }

  private static double[] values(List<EngineRun> runs, String metric) {
    return runs.stream()
        .filter(r -> r.metrics().getOrDefault(metric, 0.0) > 0)
        .mapToDouble(r -> r.metrics().get(metric))
        .toArray();
  }
}
