package dev.ringside.trace.bench;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code -J} of nccl-tests writes (since 2.17.3, file versions 1 to 3): arguments,
 * environment, configuration, one object a row. A run that crashed leaves the file open; rows
 * written by then count.
 */
public final class BenchmarkDocument implements DocumentReader {
  /** Reads one member after another of an open object, so something always trails. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @Override
  public String kind() {
    return "nccl-tests";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '{'
        && peek.contains("\"nccl_version\"")
        && peek.contains("\"config\"")
        && peek.contains("\"args\"");
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    try (JsonParser parser =
        new JsonFactory().createParser(ObjectReadContext.empty(), in.stream())) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        member(name, parser, sink);
      }
    } catch (JacksonException e) {
      sink.loss(
          new Loss(
              "truncated-json",
              Severity.DATA_LOSS,
              in.source().name(),
              e.getLocation() == null ? -1 : e.getLocation().getByteOffset(),
              "the result file ends early or is damaged: " + e.getOriginalMessage()));
    }
  }

  private static void member(String name, JsonParser parser, TraceSink sink) {
    switch (name) {
      case "args" -> arguments(parser, sink);
      case "env" -> environment(parser, sink);
      case "nccl_version" -> note(sink, "nccl", release(parser));
      case "config" -> config(tree(parser), sink);
      case "results" -> results(parser, sink);
      case "out_of_bounds" -> note(sink, "wrong_total", tree(parser).path("count").asString("0"));
      case "average_bus_bandwidth" ->
          note(sink, "avg_busbw", tree(parser).path("bandwidth").asString("nan"));
      case "errors" -> errors(tree(parser), sink);
      default -> parser.skipChildren();
    }
  }

  /** A number such as 22809, or as text what the number stands for. */
  private static String release(JsonParser parser) {
    String printed = parser.getValueAsString("");
    return printed.indexOf('.') > 0 ? printed : TableHeader.release(parser.getValueAsInt(0));
  }

  private static void errors(JsonNode errors, TraceSink sink) {
    for (JsonNode error : errors) {
      if (!text(error).isBlank()) {
        note(sink, "error", text(error));
      }
    }
  }

  private static void arguments(JsonParser parser, TraceSink sink) {
    StringBuilder command = new StringBuilder();
    tree(parser).forEach(a -> command.append(command.isEmpty() ? "" : " ").append(text(a)));
    note(sink, "command", command.toString());
    CommandLine.test(command.toString()).ifPresent(test -> note(sink, "test", test));
  }

  private static void environment(JsonParser parser, TraceSink sink) {
    for (JsonNode setting : tree(parser)) {
      String text = text(setting);
      int equals = text.indexOf('=');
      if (equals > 0) {
        note(sink, "env." + text.substring(0, equals), text.substring(equals + 1));
      }
    }
    note(sink, "env", "complete");
  }

  private static void config(JsonNode config, TraceSink sink) {
    config
        .properties()
        .forEach(
            p -> {
              if (p.getValue().isValueNode()) {
                note(sink, p.getKey(), p.getValue().asString(""));
              }
            });
    for (JsonNode d : config.path("devices")) {
      sink.record(
          new BenchmarkDevice(
              d.path("rank").asInt(0),
              d.path("group").asInt(0),
              d.path("pid").asLong(-1),
              d.path("hostname").asString(""),
              d.path("device").asInt(-1),
              d.path("device_hex").asString(""),
              d.path("device_info").asString("").strip()),
          -1);
    }
  }

  private static void results(JsonParser parser, TraceSink sink) {
    if (!parser.isExpectedStartArrayToken()) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      long offset = parser.currentTokenLocation().getByteOffset();
      sink.record(row(tree(parser)), offset);
    }
  }

  private static BenchmarkRow row(JsonNode row) {
    JsonNode out = row.path("out_of_place");
    JsonNode in = row.path("in_place");
    return new BenchmarkRow(
        "",
        row.path("size").asLong(0),
        row.path("count").asLong(0),
        row.path("type").asString("").strip(),
        row.path("redop").asString("").strip().toLowerCase(Locale.ROOT),
        TableWords.integer(row.path("root").asString("-1")).orElse(-1),
        time(out),
        out.path("alg_bw").asDouble(Double.NaN),
        out.path("bus_bw").asDouble(Double.NaN),
        wrong(out),
        time(in),
        in.path("alg_bw").asDouble(Double.NaN),
        in.path("bus_bw").asDouble(Double.NaN),
        wrong(in));
  }

  private static double time(JsonNode half) {
    return half.path("time").asDouble(half.path("cpu_time").asDouble(Double.NaN));
  }

  private static long wrong(JsonNode half) {
    double value = half.path("nwrong").asDouble(Double.NaN);
    return Double.isNaN(value) ? -1 : Math.round(value);
  }

  private static String text(JsonNode node) {
    return node.isString() ? node.asString("") : node.toString();
  }

  private static JsonNode tree(JsonParser parser) {
    return MAPPER.readTree(parser);
  }

  private static void note(TraceSink sink, String key, String value) {
    sink.record(new BenchmarkNote(key, value), -1);
  }
}
