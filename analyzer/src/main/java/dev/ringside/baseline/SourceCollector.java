package dev.ringside.baseline;

import dev.ringside.calibrate.Sweep;
import dev.ringside.calibrate.SweepCollector;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Takes what sources say of benchmarks and of the state they ran in. */
final class SourceCollector implements PieceSinks {
  private final SweepCollector sweeps = new SweepCollector();
  private final Map<String, TreeMap<Long, SourceFacts>> sources = new TreeMap<>();

  @Override
  public TraceSink open(Source source, long from) {
    SourceFacts facts = new SourceFacts();
    synchronized (sources) {
      sources.computeIfAbsent(source.name(), s -> new TreeMap<>()).put(from, facts);
    }
    return new BothSinks(facts, sweeps.open(source, from));
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    sweeps.close(((BothSinks) sink).second(), source, from, to, last);
  }

  /** Everything said by a source, in order of name. */
  Map<String, SourceFacts> whole() {
    Map<String, SourceFacts> whole = new TreeMap<>();
    synchronized (sources) {
      sources.forEach(
          (name, pieces) -> {
            SourceFacts facts = new SourceFacts();
            pieces.values().forEach(facts::append);
            whole.put(name, facts);
          });
    }
    return whole;
  }

  /** AllReduce curves of the sources. */
  Sweeps sweeps() {
    return sweeps.sweeps(Map.of());
  }

  /**
   * Forced AllReduce choice by file, such as {@code Ring/LL}; a file that also holds NCCL's own
   * choice forces none.
   */
  static Map<String, String> forced(Sweeps sweeps) {
    Map<String, String> forced = new HashMap<>();
    for (Sweep sweep : sweeps.sweeps()) {
      String choice = sweep.key().choice().isDefault() ? "" : sweep.key().choice().label();
      forced.merge(sweep.file(), choice, (a, b) -> a.equals(b) ? a : "");
    }
    return forced;
  }
}
