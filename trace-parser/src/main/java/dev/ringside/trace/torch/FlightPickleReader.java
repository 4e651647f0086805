package dev.ringside.trace.torch;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Flight-recorder dumps as PyTorch's watchdog writes them: a pickle, read as plain data. */
public final class FlightPickleReader implements DocumentReader {
  /** Python stacks make up most of a dump, and nothing here needs them. */
  private static final Set<String> STACKS = Set.of("frames");

  @Override
  public String kind() {
    return "flight-recorder";
  }

  @Override
  public boolean detects(Peek peek) {
    boolean binary =
        peek.startsWith(0x80) && peek.text().length() > 1 && peek.text().charAt(1) <= 5;
    return (binary || peek.startsWith('(', 'd'))
        && (peek.contains("profiling_name")
            || peek.contains("pg_config")
            || peek.contains("entries"));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    String name = in.source().name();
    Object value;
    try {
      value = PickleReader.read(new BufferedInputStream(in.stream()), STACKS);
    } catch (PickleReader.UnreadablePickleException e) {
      value = e.partial();
      sink.loss(new Loss("unreadable-pickle", Severity.DATA_LOSS, name, -1, e.getMessage()));
    }
    FlightDump dump = new FlightDump();
    FlightEntry.map(value).forEach((key, member) -> dump.head(FlightEntry.text(key), member));
    for (Object entry : FlightEntry.list(FlightEntry.map(value).get("entries"))) {
      if (entry instanceof Map<?, ?> map) {
        FlightEntry.of(map, 0).ifPresent(dump::entry);
      }
    }
    dump.push(name, sink);
  }
}
