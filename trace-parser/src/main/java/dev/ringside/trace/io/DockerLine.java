package dev.ringside.trace.io;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Docker's log files: one JSON object a line, {@code {"log":"TEXT\\n","stream":"stdout",…}}. */
final class DockerLine {

  private static final byte[] BEGIN = Bytes.of("{\"log\":\"");

  private final JsonFactory json = new JsonFactory();

  /** Whether a line looks like one of them. */
  static boolean isHere(byte[] a, int from, int to) {
    return Bytes.startsWith(a, from, to, BEGIN) && a[to - 1] == '}';
  }

  /** What the program wrote; empty where the line is no such object after all. */
  String text(byte[] a, int from, int to) {
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), a, from, to - from)) {
      parser.nextToken();
      if (parser.nextToken() == JsonToken.PROPERTY_NAME
          && parser.nextToken() == JsonToken.VALUE_STRING) {
        return parser.getString().stripTrailing();
      }
      return "";
    } catch (JacksonException e) {
      return "";
    }
  }
}
