package dev.ringside.trace;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@link TraceFiles} makes of inputs, each source in one piece. */
public final class RecordedRun implements PieceSinks {
  private final Map<String, RecordingSink> sinks = new TreeMap<>();
  private final Map<String, String> kinds = new TreeMap<>();

  /** Reads a file or a directory. */
  public static RecordedRun read(Path input) {
    RecordedRun run = new RecordedRun();
    TraceFiles.read(
        List.of(input), ReadOptions.DEFAULT.withThreads(1).withPieceBytes(1L << 40), run);
    return run;
  }

  @Override
  public TraceSink open(Source source, long from) {
    kinds.put(source.name(), source.kind());
    return sinks.computeIfAbsent(source.name(), name -> new RecordingSink());
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    // everything is in the sink already
  }

  public Map<String, String> kinds() {
    return kinds;
  }

  public Map<String, RecordingSink> sinks() {
    return sinks;
  }

  /** Everything of one kind of event over all sources. */
  public <T> List<T> all(Class<T> type) {
    List<T> all = new ArrayList<>();
    sinks.values().forEach(sink -> all.addAll(sink.all(type)));
    return all;
  }
}
