package dev.ringside.trace.profiler;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Output of NCCL's example profiler plugin. It is no JSON in several releases (2.28.3 to 2.29.2
 * write bare words and pointers), and a server that is killed leaves the array open; but every
 * event stands on a line of its own, so each is mended and parsed by itself.
 */
public final class ExampleProfilerReader implements DocumentReader {
  /** Longer lines are no events. */
  static final int MAX_LINE = 1 << 16;

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern BARE =
      Pattern.compile(
          ":\\s*(\\(nil\\)|0x[0-9a-fA-F]+|(?!true\\b|false\\b|null\\b)[A-Za-z_]\\w*)(?=\\s*[,}])");

  @Override
  public String kind() {
    return "nccl-profiler";
  }

  @Override
  public boolean detects(Peek peek) {
    return (peek.firstChar() == '[' || peek.firstChar() == '{')
        && peek.contains("\"ph\"")
        && peek.text()
            .matches(
                "(?s).*\"cat\": ?\"(?:GROUP|GROUP_API|COLL|COLL_API|P2P|P2P_API|KERNEL_LAUNCH)\".*");
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    InputStream bytes = new BufferedInputStream(in.stream(), 1 << 16);
    String source = in.source().name();
    ExampleProfilerEvents events = new ExampleProfilerEvents(source, sink);
    StringBuilder line = new StringBuilder();
    long offset = 0;
    long next = 0;
    boolean closed = false;
    for (int c = bytes.read(); ; c = bytes.read()) {
      next++;
      if (c != '\n' && c >= 0) {
        if (line.length() <= MAX_LINE) {
          line.append((char) c);
        }
        continue;
      }
      String text = line.toString().strip();
      if (!text.isEmpty()) {
        closed = text.endsWith("]");
        if (!line(text, offset, events)) {
          sink.loss(
              new Loss("damaged-record", Severity.DATA_LOSS, source, offset, "no profiler event"));
        }
      }
      line.setLength(0);
      offset = next;
      if (c < 0) {
        break;
      }
    }
    if (!closed) {
      String detail = "the list of events is not closed: the process ended before its communicator";
      sink.loss(new Loss("truncated", Severity.DATA_LOSS, source, offset - 1, detail));
    }
    events.finish();
  }

  /** False where the line is neither an event nor the beginning or end of the list. */
  private static boolean line(String text, long offset, ExampleProfilerEvents events) {
    if (text.equals("[") || text.equals("]") || text.equals("{}]")) {
      return true;
    }
    int end = text.lastIndexOf('}');
    int begin = text.indexOf('{');
    if (text.length() > MAX_LINE || begin < 0 || end < begin) {
      return false;
    }
    String event = BARE.matcher(text.substring(begin, end + 1)).replaceAll(": \"$1\"");
    try {
      JsonNode node = JSON.readTree(event.getBytes(StandardCharsets.ISO_8859_1), 0, event.length());
      return events.add(node, offset);
    } catch (JacksonException e) {
      return false;
    }
  }
}
