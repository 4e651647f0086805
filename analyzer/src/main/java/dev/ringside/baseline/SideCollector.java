package dev.ringside.baseline;

import dev.ringside.calibrate.ShapeFaults;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.cost.CurveSet;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.EngineBenchmark;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes everything that belongs to one state: benchmark outputs, NCCL and engine logs.
 *
 * <pre>{@code
 * SideCollector before = new SideCollector("before");
 * TraceFiles.read(files, ReadOptions.DEFAULT, before);
 * Side side = before.side();
 * }</pre>
 */
public final class SideCollector implements PieceSinks {
  private final String label;
  private final SourceCollector sources = new SourceCollector();

  public SideCollector(String label) {
    this.label = label;
  }

  @Override
  public TraceSink open(Source source, long from) {
    return sources.open(source, from);
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    sources.close(sink, source, from, to, last);
  }

  /** What could not be read. */
  public List<Loss> losses() {
    return sources.whole().values().stream().flatMap(s -> s.losses.stream()).toList();
  }

  /** The state, once all inputs are read. */
  public Side side() {
    Sweeps swept = sources.sweeps();
    Map<String, String> forced = SourceCollector.forced(swept);
    SourceFacts all = new SourceFacts();
    List<Measurement> measurements = new ArrayList<>();
    List<EngineRun> engines = new ArrayList<>();
    sources
        .whole()
        .forEach(
            (name, source) -> {
              measurements.addAll(measurements(name, source, forced.getOrDefault(name, "")));
              engines.addAll(engines(name, source));
              all.append(source);
            });
    double nics = all.nicGBs.values().stream().mapToDouble(Double::doubleValue).sum();
    return new Side(
        label,
        measurements,
        engines,
        all.facts,
        all.choices,
        all.nicGBs.isEmpty() ? Double.NaN : nics,
        swept.curves().stream()
            .flatMap((CurveSet set) -> ShapeFaults.of(set).stream())
            .map(CurveFault::of)
            .toList());
  }

  private static List<Measurement> measurements(String name, SourceFacts source, String forced) {
    BenchmarkRuns runs = new BenchmarkRuns();
    source.benchmark.forEach(runs::accept);
    return runs.finish().stream()
        .filter((BenchmarkRun run) -> !run.rows().isEmpty())
        .map(run -> Measurement.of(name, run, forced))
        .toList();
  }

  private static List<EngineRun> engines(String name, SourceFacts source) {
    List<EngineRun> runs = new ArrayList<>();
    for (EngineBenchmark b : source.engineBenchmarks) {
      runs.add(new EngineRun(name, b.engine(), b.settings(), b.metrics()));
    }
    Map<Integer, List<Double>> decode = new TreeMap<>();
    String engine = "";
    for (BatchSample sample : source.batches) {
      // A batch in mixed phase says nothing of a decode step.
      if (sample.phase().equals("decode") && sample.running() > 0 && sample.tokensPerSecond() > 0) {
        engine = sample.engine();
        decode
            .computeIfAbsent(sample.running(), r -> new ArrayList<>())
            .add(sample.tokensPerSecond());
      }
    }
    if (!decode.isEmpty()) {
      Map<String, Double> metrics = new TreeMap<>();
      decode.forEach(
          (running, values) ->
              metrics.put(
                  String.format(Locale.ROOT, "decode tokens/s at batch %d", running),
                  Spread.median(values.stream().mapToDouble(Double::doubleValue).toArray())));
      runs.add(new EngineRun(name, engine, Map.of(), metrics));
    }
    return runs;
  }
}
