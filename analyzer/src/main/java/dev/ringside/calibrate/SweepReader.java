package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.StepRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Makes sweeps of what one source says, or says why it calibrates nothing. */
final class SweepReader {
  private final String file;
  private final SourceRecords records;
  private final Map<String, CurveChoice> pins;
  private final List<Sweep> sweeps = new ArrayList<>();
  private final List<SweepRefusal> refusals = new ArrayList<>();

  SweepReader(String file, SourceRecords records, Map<String, CurveChoice> pins) {
    this.file = file;
    this.records = records;
    this.pins = pins;
  }

  List<Sweep> sweeps() {
    return sweeps;
  }

  List<SweepRefusal> refusals() {
    return refusals;
  }

  void read() {
    BenchmarkRuns runs = new BenchmarkRuns();
    records.benchmark.forEach(runs::accept);
    List<BenchmarkRun> all = runs.finish();
    if (!records.steps.isEmpty()) {
      steps(all.isEmpty() ? Optional.empty() : Optional.of(all.get(0)));
      return;
    }
    all.stream().filter(run -> !run.rows().isEmpty()).forEach(this::isolated);
    if (sweeps.isEmpty() && refusals.isEmpty()) {
      refuse("holds no step sweep and no benchmark table");
    }
  }

  private void steps(Optional<BenchmarkRun> header) {
    Map<CurveKey, Map<Long, List<StepRow>>> byKey = new TreeMap<>();
    int nNodes = header.map(h -> h.nNodes().orElse(1)).orElse(1);
    for (StepRow row : records.steps) {
      Optional<CurveChoice> choice = choice(row);
      if (choice.isEmpty()) {
        refuse("unknown algorithm or protocol " + row.algorithm() + "/" + row.protocol());
        continue;
      }
      byKey
          .computeIfAbsent(new CurveKey(row.nRanks(), nNodes, choice.get()), k -> new TreeMap<>())
          .computeIfAbsent(row.bytes(), b -> new ArrayList<>())
          .add(row);
    }
    MeasuredHost host = new HostFacts(records, header).host(nNodes);
    String type = header.flatMap(h -> h.note("dtype")).orElse("");
    byKey.forEach(
        (key, sizes) ->
            sweeps.add(
                new Sweep(
                    file,
                    CurveBasis.STEP,
                    host,
                    Launch.GRAPH,
                    type,
                    key,
                    ChoiceEvidence.ROWS,
                    sizes.values().stream().map(SweepReader::stepPoint).toList())));
  }

  /** A round given twice at one size counts as a further round. */
  private static CurvePoint stepPoint(List<StepRow> rows) {
    TreeMap<Integer, Double> samples = new TreeMap<>();
    for (StepRow row : rows) {
      int round = samples.containsKey(row.round()) ? samples.lastKey() + 1 : row.round();
      samples.put(round, row.stepUs());
    }
    StepRow first = rows.get(0);
    return new CurvePoint(first.bytes(), first.tokens(), Math.max(1, first.calls()), samples);
  }

  private static Optional<CurveChoice> choice(StepRow row) {
    if (row.algorithm().equals("default") && row.protocol().equals("default")) {
      return Optional.of(CurveChoice.ncclDefault());
    }
    return Algorithm.ofName(row.algorithm())
        .flatMap(a -> Protocol.ofName(row.protocol()).map(p -> CurveChoice.pinned(a, p)));
  }

  private void isolated(BenchmarkRun run) {
    Optional<String> unusable = unusable(run);
    if (unusable.isPresent()) {
      refuse(unusable.get());
      return;
    }
    ChoiceReader choices = new ChoiceReader(file, records, run, pins);
    Optional<CurveChoice> choice = choices.choice();
    Map<Long, CurvePoint> points = points(run);
    if (choice.isPresent()) {
      add(run, choice.get(), choices.evidence(), points.values());
    }
    boolean pinned = choice.map(CurveChoice::isPinned).orElse(false);
    Map<CurveChoice, List<CurvePoint>> shown = pinned ? Map.of() : shown(points);
    shown.forEach((c, p) -> add(run, c, ChoiceEvidence.NCCL_LINES, p));
    if (choice.isEmpty() && shown.isEmpty()) {
      refuse(
          choices.values()
              + " allows several choices: pin one algorithm and one protocol, or log NCCL's"
              + " choice with NCCL_DEBUG_SUBSYS=TUNING");
    }
  }

  private static Optional<String> unusable(BenchmarkRun run) {
    String test = run.test().orElse("");
    if (!test.equals("all_reduce")) {
      return Optional.of(
          test.isEmpty()
              ? "does not say which collective it measures"
              : "measures " + test + ", and only all_reduce calibrates");
    }
    if (run.note("kernel_source").map(k -> !k.equals("NCCL")).orElse(false)) {
      return Optional.of("measures " + run.note("kernel_source").orElse("") + " kernels, not NCCL");
    }
    if (run.nRanks().isEmpty()) {
      return Optional.of("does not say how many ranks ran: keep the device list in the file");
    }
    if (run.nRanks().getAsInt() < 2) {
      return Optional.of("is a run of one rank, which moves no data");
    }
    if (run.wrongTotal().orElse(0) > 0) {
      return Optional.of("has " + run.wrongTotal().getAsLong() + " wrong values in its data check");
    }
    return run.note("agg_iters")
        .or(() -> run.note("aggregated_iterations"))
        .filter(n -> !n.equals("1"))
        .map(n -> "aggregates " + n + " calls a group (-m " + n + "): run it with -m 1");
  }

  /** Out-of-place and in-place of the k-th row of a size are rounds 2k and 2k + 1. */
  private static Map<Long, CurvePoint> points(BenchmarkRun run) {
    Map<Long, TreeMap<Integer, Double>> samples = new TreeMap<>();
    Map<Long, Integer> cycles = new LinkedHashMap<>();
    for (BenchmarkRow row : run.rows()) {
      if (row.size() <= 0) {
        continue;
      }
      int cycle = cycles.merge(row.size(), 1, Integer::sum) - 1;
      TreeMap<Integer, Double> at = samples.computeIfAbsent(row.size(), s -> new TreeMap<>());
      if (row.outOfPlaceUs() > 0) {
        at.put(2 * cycle, row.outOfPlaceUs());
      }
      if (row.inPlaceUs() > 0) {
        at.put(2 * cycle + 1, row.inPlaceUs());
      }
    }
    Map<Long, CurvePoint> points = new TreeMap<>();
    samples.forEach(
        (bytes, us) -> {
          if (!us.isEmpty()) {
            points.put(bytes, new CurvePoint(bytes, 0, 1, us));
          }
        });
    return points;
  }

  /** Sizes at which NCCL's tuning lines show one choice, by that choice. */
  private Map<CurveChoice, List<CurvePoint>> shown(Map<Long, CurvePoint> points) {
    Map<CurveChoice, List<CurvePoint>> shown = new TreeMap<>();
    points.forEach(
        (bytes, point) -> {
          Set<SourceRecords.Shown> choices = records.shown.getOrDefault(bytes, Set.of());
          if (choices.size() == 1) {
            SourceRecords.Shown one = choices.iterator().next();
            shown
                .computeIfAbsent(
                    CurveChoice.pinned(one.algorithm(), one.protocol()), c -> new ArrayList<>())
                .add(point);
          }
        });
    return shown;
  }

  private void add(
      BenchmarkRun run,
      CurveChoice choice,
      ChoiceEvidence evidence,
      Collection<CurvePoint> points) {
    if (points.isEmpty()) {
      return;
    }
    int nNodes = run.nNodes().orElse(1);
    sweeps.add(
        new Sweep(
            file,
            CurveBasis.ISOLATED,
            new HostFacts(records, Optional.of(run)).host(nNodes),
            run.isGraph().map(g -> g ? Launch.GRAPH : Launch.EAGER).orElse(Launch.UNKNOWN),
            run.rows().get(0).type(),
            new CurveKey(run.nRanks().orElseThrow(), nNodes, choice),
            evidence,
            List.copyOf(points)));
  }

  private void refuse(String reason) {
    SweepRefusal refusal = new SweepRefusal(file, reason);
    if (!refusals.contains(refusal)) {
      refusals.add(refusal);
    }
  }
}
