package dev.ringside.trace.io;

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
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), a, from, to - from)) {
      for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
        if (t == JsonToken.PROPERTY_NAME
            && TEXTS.contains(parser.currentName())
            && parser.nextToken() == JsonToken.VALUE_STRING) {
          return Optional.of(parser.getString().stripTrailing());
        }
      }
      return Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
