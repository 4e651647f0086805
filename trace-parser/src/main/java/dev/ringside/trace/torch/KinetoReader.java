package dev.ringside.trace.torch;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.JsonObjects;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Traces of the PyTorch profiler. Most of a trace is of no interest here, so events are cut out of
 * the byte stream first, and only those whose name has one of {@link KinetoCalls#SIGNS} are parsed.
 */
public final class KinetoReader implements DocumentReader {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
  private static final JsonMapper MAPPER = new JsonMapper(JSON);
  private static final List<byte[]> SIGNS = KinetoCalls.SIGNS.stream().map(Bytes::of).toList();
  private static final int[] FIRST_C =
      KinetoCalls.SIGNS.stream().mapToInt(sign -> sign.indexOf('c')).toArray();
  private static final boolean[] NEIGHBOURS = neighbours();

  @Override
  public String kind() {
    return "kineto-trace";
  }

  @Override
  public boolean detects(Peek peek) {
    char first = peek.firstChar();
    if (first == '{') {
      return peek.contains("\"traceEvents\"")
          || (peek.contains("\"schemaVersion\"") && peek.contains("\"deviceProperties\""));
    }
    return first == '['
        && peek.contains("\"ph\"")
        && (peek.contains("\"cpu_op\"")
            || peek.contains("\"cuda_runtime\"")
            || peek.contains("\"kernel\""));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    JsonObjects objects = JsonObjects.ofArray(in.stream(), "traceEvents", "ph", "name");
    KinetoCalls calls = new KinetoCalls(in.source(), sink);
    KinetoEvent event = new KinetoEvent();
    while (true) {
      switch (objects.next()) {
        case MEMBER -> head(objects, calls);
        case OBJECT -> {
          if (matters(objects)) {
            event(objects, event, calls);
          }
        }
        case DAMAGE -> calls.loss("damaged-event", objects.offset(), "no trace event, passed over");
        case END -> {
          if (!objects.complete()) {
            calls.loss("truncated", objects.offset(), "the trace ends before it is closed");
          }
          calls.finish();
          return;
        }
      }
    }
  }

  /**
   * Whether the event's name has one of the signs, or cannot be judged without parsing. All signs
   * have a letter c, so one pass looks for that and for escapes; a search for each sign in turn
   * took a quarter of the whole time.
   */
  private static boolean matters(JsonObjects objects) {
    byte[] bytes = objects.bytes();
    int to = objects.pickedTo();
    for (int i = objects.pickedFrom(); i >= 0 && i < to; i++) {
      byte b = bytes[i];
      if (b == '\\'
          || (b == 'c'
              && mayBeSign(bytes, i)
              && hasSignAround(bytes, i, objects.pickedFrom(), to))) {
        return true;
      }
    }
    return false;
  }

  /** Whether some sign has its first c between the two bytes that are beside this one. */
  private static boolean mayBeSign(byte[] bytes, int c) {
    return NEIGHBOURS[(bytes[c - 1] & 0x7f) << 7 | (bytes[c + 1] & 0x7f)];
  }

  private static boolean[] neighbours() {
    boolean[] neighbours = new boolean[1 << 14];
    for (int k = 0; k < SIGNS.size(); k++) {
      byte[] sign = SIGNS.get(k);
      neighbours[sign[FIRST_C[k] - 1] << 7 | sign[FIRST_C[k] + 1]] = true;
    }
    return neighbours;
  }

  /** Whether a sign stands where its first c is at {@code c}. */
  private static boolean hasSignAround(byte[] bytes, int c, int from, int to) {
    for (int k = 0; k < SIGNS.size(); k++) {
      int begin = c - FIRST_C[k];
      if (begin >= from && Bytes.startsWith(bytes, begin, to, SIGNS.get(k))) {
        return true;
      }
    }
    return false;
  }

  private static void event(JsonObjects objects, KinetoEvent event, KinetoCalls calls) {
    try (JsonParser parser =
        JSON.createParser(
            ObjectReadContext.empty(),
            objects.bytes(),
            objects.from(),
            objects.to() - objects.from())) {
      parser.nextToken();
      event.read(parser);
    } catch (JacksonException e) {
      calls.loss("damaged-event", objects.offset(), e.getOriginalMessage());
      return;
    }
    calls.event(event, objects.offset());
  }

  private static void head(JsonObjects objects, KinetoCalls calls) {
    try {
      switch (objects.key()) {
        case "distributedInfo" -> distributed(node(objects), calls, objects.offset());
        case "deviceProperties" -> devices(node(objects), calls, objects.offset());
        default -> {
          // the rest of the head says nothing of communication
        }
      }
    } catch (JacksonException e) {
      calls.loss("damaged-head", objects.offset(), e.getOriginalMessage());
    }
  }

  private static JsonNode node(JsonObjects objects) {
    return MAPPER.readTree(objects.bytes(), objects.from(), objects.to() - objects.from());
  }

  private static void distributed(JsonNode info, KinetoCalls calls, long offset) {
    calls.rank(info.path("rank").asInt(-1));
    String version = info.path("nccl_version").asString("");
    if (!version.isEmpty()) {
      calls.ncclVersion(version, offset);
    }
  }

  private static void devices(JsonNode devices, KinetoCalls calls, long offset) {
    if (devices.isArray() && !devices.isEmpty()) {
      JsonNode first = devices.get(0);
      String name = first.path("name").asString("");
      if (!name.isEmpty()) {
        calls.host("gpu", name, offset);
        calls.host("gpu.count", Integer.toString(devices.size()), offset);
      }
      int major = first.path("computeMajor").asInt(-1);
      if (major >= 0) {
        calls.host("compute_capability", major + "." + first.path("computeMinor").asInt(0), offset);
      }
    }
  }
}
