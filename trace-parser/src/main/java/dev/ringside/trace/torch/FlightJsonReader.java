package dev.ringside.trace.torch;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.JsonObjects;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Flight-recorder dumps that PyTorch wrote as JSON. */
public final class FlightJsonReader implements DocumentReader {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public String kind() {
    return "flight-recorder";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '{'
        && (peek.contains("\"entries\"") || peek.contains("\"pg_status\""))
        && (peek.contains("\"profiling_name\"") || peek.contains("\"pg_config\""));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    JsonObjects objects = JsonObjects.ofArray(in.stream(), "entries", "profiling_name", "");
    FlightDump dump = new FlightDump();
    String name = in.source().name();
    for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
      if (p == JsonObjects.Piece.DAMAGE) {
        sink.loss(loss(name, "damaged-entry", objects.offset(), "no entry, passed over"));
        continue;
      }
      int length = objects.to() - objects.from();
      try {
        Object value = JSON.readValue(objects.bytes(), objects.from(), length, Object.class);
        if (p == JsonObjects.Piece.MEMBER) {
          dump.head(objects.key(), value);
        } else if (value instanceof Map<?, ?> entry) {
          FlightEntry.of(entry, objects.offset()).ifPresent(dump::entry);
        }
      } catch (JacksonException e) {
        sink.loss(loss(name, "damaged-entry", objects.offset(), e.getOriginalMessage()));
      }
    }
    if (!objects.complete()) {
      sink.loss(loss(name, "truncated", objects.offset(), "the dump ends before it is closed"));
    }
    dump.push(name, sink);
  }

  private static Loss loss(String source, String name, long offset, String detail) {
    return new Loss(name, Severity.DATA_LOSS, source, offset, detail);
  }
}
