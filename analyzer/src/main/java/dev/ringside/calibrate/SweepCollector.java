package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes calibration inputs: step sweeps, nccl-tests output and collected latency tables, in any
 * mixture.
 *
 * <pre>{@code
 * SweepCollector collector = new SweepCollector();
 * TraceFiles.read(files, ReadOptions.DEFAULT, collector);
 * List<CurveSet> curves = collector.sweeps(Map.of()).curves();
 * }</pre>
 */
public final class SweepCollector implements PieceSinks {
  private final Map<String, TreeMap<Long, SourceRecords>> sources = new TreeMap<>();

  @Override
  public TraceSink open(Source source, long from) {
    SourceRecords sink = new SourceRecords();
    synchronized (sources) {
      sources.computeIfAbsent(source.name(), s -> new TreeMap<>()).put(from, sink);
    }
    return sink;
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {}

  /**
   * What the files amount to, once all are read.
   *
   * @param pins choice by file name, where a person said which one a file is of
   */
  public Sweeps sweeps(Map<String, CurveChoice> pins) {
    List<Sweep> sweeps = new ArrayList<>();
    List<SweepRefusal> refusals = new ArrayList<>();
    List<Loss> losses = new ArrayList<>();
    synchronized (sources) {
      sources.forEach(
          (file, pieces) -> {
            SourceRecords whole = new SourceRecords();
            pieces.values().forEach(whole::append);
            losses.addAll(whole.losses);
            SweepReader reader = new SweepReader(file, whole, pins);
            reader.read();
            sweeps.addAll(reader.sweeps());
            refusals.addAll(reader.refusals());
          });
    }
    return new Sweeps(sweeps, refusals, losses);
  }
}
