package dev.ringside.trace.profiler;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.JsonObjects;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Output of NCCL's Inspector plugin (2.28 and later): one JSON object a call that it sampled, on
 * one line or spread over several, with its fields in {@code header} and {@code metadata} or flat.
 */
public final class InspectorReader implements DocumentReader {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public String kind() {
    return "nccl-profiler";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '{'
        && (peek.contains("\"coll_perf\"")
            || peek.contains("\"p2p_perf\"")
            || peek.contains("\"inspector_output_format_version\""));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    JsonObjects objects = JsonObjects.ofLines(in.stream());
    InspectorRecords records = new InspectorRecords(sink);
    String name = in.source().name();
    for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
      if (p == JsonObjects.Piece.DAMAGE) {
        sink.loss(damage(objects, name));
        continue;
      }
      try {
        int length = objects.to() - objects.from();
        boolean used =
            records.add(JSON.readTree(objects.bytes(), objects.from(), length), objects.offset());
        if (!used) {
          sink.loss(loss(name, objects.offset(), "neither coll_perf nor p2p_perf with a size"));
        }
      } catch (JacksonException e) {
        sink.loss(loss(name, objects.offset(), e.getOriginalMessage()));
      }
    }
    records.finish(name);
  }

  /** A record that begins and never ends is the one that was being written. */
  private static Loss damage(JsonObjects objects, String name) {
    boolean begins = objects.bytes()[objects.from()] == '{';
    long offset = objects.offset();
    return begins && objects.isLast()
        ? new Loss("truncated", Severity.DATA_LOSS, name, offset, "the last record has no end")
        : loss(name, offset, "no record, passed over");
  }

  private static Loss loss(String source, long offset, String detail) {
    return new Loss("damaged-record", Severity.DATA_LOSS, source, offset, detail);
  }
}
