package dev.ringside.baseline;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.InputStream;
import java.io.OutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A state kept in a file, to be compared with later ones.
 *
 * @param format {@link #FORMAT}
 */
@JsonPropertyOrder({"format", "side"})
public record StoredBaseline(String format, Side side) {
  /** Value of {@code format}. */
  public static final String FORMAT = "ringside.baseline/1";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  /** Writes the state; the stream stays open. */
  public static void write(Side side, OutputStream out) {
    JSON.writeValue(out, new StoredBaseline(FORMAT, side));
  }

  /**
   * Reads a state.
   *
   * @param name of the input, for the message of an error
   * @throws IllegalArgumentException in one line, where it is not a stored baseline
   */
  public static Side read(InputStream in, String name) {
    try {
      StoredBaseline stored = JSON.readValue(in, StoredBaseline.class);
      if (stored != null && FORMAT.equals(stored.format) && stored.side != null) {
        return stored.side;
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          name + ": not a stored baseline: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException(
        name + ": not a stored baseline: \"format\" must be \"" + FORMAT + "\"");
  }
}
