package dev.ringside.trace.engine;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.JsonObjects;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.EngineBenchmark;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Results of {@code vllm bench serve} and of SGLang's serving benchmark: one object of flat
 * members, SGLang one a line. Lists of single requests are passed over.
 */
public final class EngineBenchmarkReader implements DocumentReader {
  /** With {@code --save-detailed} a result lists every token of every request. */
  static final int MAX_RESULT_BYTES = 32 << 20;

  private static final JsonFactory JSON = new JsonFactory();

  private static final Set<String> SETTINGS =
      Set.of(
          "model_id",
          "tokenizer_id",
          "model",
          "backend",
          "endpoint_type",
          "dataset_name",
          "num_prompts",
          "request_rate",
          "max_concurrency",
          "random_input_len",
          "random_output_len",
          "random_range_ratio",
          "burstiness",
          "date",
          "tag");

  private static final Pattern METRIC =
      Pattern.compile(
          "(?:mean|median|std|p\\d+(?:\\.\\d+)?)_(?:ttft|tpot|itl|e2el|e2e_latency)_ms"
              + "|(?:request|input|output|total|total_token)_throughput"
              + "|duration|completed|failed|total_input_tokens|total_output_tokens|total_input"
              + "|total_output|concurrency|accept_length|max_output_tokens_per_s"
              + "|max_concurrent_requests");

  /** The same figure under the name that the other engine gives it. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "total_input", "total_input_tokens",
          "total_output", "total_output_tokens",
          "total_throughput", "total_token_throughput");

  @Override
  public String kind() {
    return "engine-benchmark";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '{'
        && peek.contains("\"request_throughput\"")
        && (peek.contains("_ttft_ms\"") || peek.contains("_e2e_latency_ms\""));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    JsonObjects objects = JsonObjects.ofLines(in.stream(), MAX_RESULT_BYTES);
    String source = in.source().name();
    for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
      boolean read = false;
      if (p == JsonObjects.Piece.OBJECT) {
        int length = objects.to() - objects.from();
        try (JsonParser parser =
            JSON.createParser(ObjectReadContext.empty(), objects.bytes(), objects.from(), length)) {
          read = result(parser, objects.offset(), sink);
        } catch (JacksonException e) {
          read = false;
        }
      }
      if (!read) {
        sink.loss(
            new Loss(
                "damaged-record",
                Severity.DATA_LOSS,
                source,
                objects.offset(),
                "no benchmark result, passed over"));
      }
    }
  }

  private static boolean result(JsonParser p, long offset, TraceSink sink) {
    Map<String, String> settings = new TreeMap<>();
    Map<String, Double> metrics = new TreeMap<>();
    p.nextToken();
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      JsonToken value = p.nextToken();
      if (value.isNumeric() && METRIC.matcher(key).matches()) {
        metrics.put(RENAMED.getOrDefault(key, key), p.getDoubleValue());
      } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL && SETTINGS.contains(key)) {
        settings.put(key, p.getString());
      } else {
        p.skipChildren();
      }
    }
    if (metrics.isEmpty()) {
      return false;
    }
    boolean sglang =
        settings.getOrDefault("backend", "").startsWith("sglang")
            || metrics.keySet().stream().anyMatch(k -> k.endsWith("_e2e_latency_ms"));
    String engine = sglang ? EngineLine.SGLANG : EngineLine.VLLM;
    sink.record(new EngineBenchmark(-1, engine, settings, metrics), offset);
    return true;
  }
}
