package dev.ringside.trace.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Lines that a collector keeps as one JSON object each, the program's text in one of its members:
 * Docker's {@code {"log":"TEXT\\n","stream":"stdout",…}}, journald's {@code MESSAGE}, the {@code
 * textPayload} of a cloud, the {@code message} of most shippers.
 */
final class JsonLogLine {

  private static final Set<String> TEXTS =
      Set.of("log", "message", "MESSAGE", "msg", "textPayload", "line", "_raw");

  private final JsonFactory json = new JsonFactory();

  /** Whether a line looks like one of them. */
  static boolean isHere(byte[] a, int from, int to) {
    int end = to > from && a[to - 1] == '\r' ? to - 1 : to;
    return end - from > 2 && a[from] == '{' && a[end - 1] == '}' && a[from + 1] != '}';
  }

  /** What the program wrote; empty where the line is no such object after all. */
  Optional<String> text(byte[] a, int from, int to) {
    Optional<String> nested = Optional.empty();
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), a, from, to - from)) {
      int depth = 0;
      for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
        depth += t.isStructStart() ? 1 : t.isStructEnd() ? -1 : 0;
        boolean isText = t == JsonToken.PROPERTY_NAME && TEXTS.contains(parser.currentName());
        if (!isText) {
          continue;
        }
        JsonToken value = parser.nextToken();
        depth += value.isStructStart() ? 1 : 0;
        if (value == JsonToken.VALUE_STRING && depth == 1) {
          return Optional.of(parser.getString().stripTrailing());
        }
        if (value == JsonToken.VALUE_STRING && nested.isEmpty()) {
          nested = Optional.of(parser.getString().stripTrailing());
        }
        if (value == JsonToken.START_ARRAY && depth == 2) {
          return bytes(parser);
        }
      }
      return nested;
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** The bytes of a text with colours, which journald prints as numbers. */
  private static Optional<String> bytes(JsonParser parser) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      if (t != JsonToken.VALUE_NUMBER_INT) {
        return Optional.empty();
      }
      text.write(parser.getIntValue());
    }
    return Optional.of(text.toString(StandardCharsets.UTF_8).stripTrailing());
  }
}
