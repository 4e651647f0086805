package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.ringside.trace.record.Source;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What some inputs amount to. Its law: for a source cut anywhere at newlines, merging the summaries
 * of the pieces, in any order and grouping, gives the summary of the whole; {@link #EMPTY} is
 * neutral; merging a piece twice counts it once; the JSON form round-trips.
 *
 * <pre>{@code
 * TraceSummary all = TraceSummary.EMPTY;
 * for (TraceSummary one : parts) {
 *   all = all.merge(one);
 * }
 * Traffic traffic = Interpretation.of(all, Optional.empty());
 * }</pre>
 *
 * <p>Its size depends on how many different things the inputs say, never on how often; {@link
 * SummaryLimits} bounds it.
 *
 * @param sources in order of name
 */
@JsonPropertyOrder({"format", "sources"})
public record TraceSummary(List<SourceSummary> sources) {

  /** Value of {@code format} in the JSON form. */
  public static final String FORMAT = "ringside.summary/1";

  public static final TraceSummary EMPTY = new TraceSummary(List.of());

  /** The JSON form's own class: most runs never need it, and a mapper takes a tenth of a start. */
  private static final class Json {
    static final JsonMapper MAPPER =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();
  }

  private record Document(String format, List<SourceSummary> sources) {}

  public TraceSummary {
    sources = List.copyOf(sources);
  }

  static TraceSummary of(Source source, Piece piece) {
    return new TraceSummary(List.of(new SourceSummary(source, List.of(piece), LossLog.EMPTY)));
  }

  /** All together, of summaries that share no source. */
  static TraceSummary ofSources(Collection<TraceSummary> apart) {
    return new TraceSummary(
        apart.stream()
            .flatMap(s -> s.sources.stream())
            .sorted(Comparator.comparing(TraceSummary::key))
            .toList());
  }

  private static String key(SourceSummary s) {
    return s.source().name() + '\n' + s.source().kind();
  }

  @JsonProperty("format")
  String format() {
    return FORMAT;
  }

  /** Both together. */
  public TraceSummary merge(TraceSummary other) {
    if (sources.isEmpty() || other.sources.isEmpty()) {
      return sources.isEmpty() ? other : this;
    }
    Map<String, SourceSummary> all = new TreeMap<>();
    List<SourceSummary> parts = new ArrayList<>(sources);
    parts.addAll(other.sources);
    for (SourceSummary part : parts) {
      all.merge(key(part), part, SourceSummary::merge);
    }
    return new TraceSummary(List.copyOf(all.values()));
  }

  /**
   * The same for sources that end where their last piece does: a piece of a file that grows is not
   * known to be its last.
   */
  public TraceSummary closed() {
    return new TraceSummary(sources.stream().map(SourceSummary::closed).toList());
  }

  /** Writes the JSON form; the stream stays open. */
  public void writeTo(OutputStream out) {
    Json.MAPPER.writeValue(out, this);
  }

  /**
   * Reads the JSON form.
   *
   * @param name of the input, for the message of an error
   * @throws IllegalArgumentException in one line, where it is not a summary
   */
  public static TraceSummary readFrom(InputStream in, String name) {
    Document document;
    try {
      document = Json.MAPPER.readValue(in, Document.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          name + ": not a ringside summary: " + e.getOriginalMessage(), e);
    }
    if (document == null || document.sources == null || !FORMAT.equals(document.format)) {
      throw new IllegalArgumentException(
          name + ": not a ringside summary: \"format\" must be \"" + FORMAT + "\"");
    }
    return new TraceSummary(document.sources);
  }
}
