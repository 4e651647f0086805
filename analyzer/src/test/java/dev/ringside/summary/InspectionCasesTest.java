package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Every case beside its sidecar: a field that the sidecar has must be read as it says. */
class InspectionCasesTest {
  private static final String SIDECAR = ".expect.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> FIELDS =
      List.of(
          "kind",
          "nccl_version",
          "cuda_version",
          "ranks",
          "nodes",
          "ranks_seen",
          "collectives",
          "tuning",
          "tuning_table",
          "table_rows",
          "transports",
          "communicators",
          "serving",
          "test",
          "avg_busbw",
          "wrong_total",
          "tp",
          "custom_allreduce",
          "graph",
          "coll_channels");

  /** What a file does not tell, however it is read. */
  private static final Map<String, String> UNDECIDABLE =
      Map.of(
          "09-rccl-allgather-vs-allreduce-hang kind",
          "RCCL's call lines are NCCL's, letter by letter");

  @TestFactory
  Stream<DynamicTest> everyCaseIsReadAsItsSidecarSays() throws IOException {
    Path folder = Checkout.shared("cases/public");
    List<Path> sidecars;
    try (Stream<Path> files = Files.list(folder)) {
      sidecars = files.filter(f -> f.toString().endsWith(SIDECAR)).sorted().toList();
    }
    assertThat(sidecars).isNotEmpty();
    return sidecars.stream()
        .map(s -> DynamicTest.dynamicTest(s.getFileName().toString(), () -> check(s)));
  }

  @TestFactory
  Stream<DynamicTest> everyCaseIsTheSameHoweverItIsCut() throws IOException {
    Path folder = Checkout.shared("cases/public");
    List<Path> inputs;
    try (Stream<Path> files = Files.list(folder)) {
      inputs = files.filter(f -> !f.toString().endsWith(SIDECAR)).sorted().toList();
    }
    return inputs.stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> RealLogs.cut(f)));
  }

  /** Collectors, launchers and shells; each in the form that it writes in front of every line. */
  private static final List<String> PREFIXES =
      List.of(
          "vllm-server-1  | ",
          "llm  | 2026-05-13T18:01:41.123456789Z ",
          "2026-05-13T18:01:41.123456789+02:00 stdout F ",
          "[pod/llm-0/vllm] ",
          "2026-05-13T18:01:41Z {app=\"vllm\", pod=\"llm-0\"} ",
          "May  3 18:01:41 gpuhost01 docker[4242]: ",
          "2026-05-13T18:01:41+0000 gpuhost01 vllm[4242]: ",
          "2026-05-13 18:01:41,123 ",
          "1748030377.004311 ",
          "[prterun-gpuhost01-12345@1,0]<stdout>: ",
          "  0: ",
          "[rank0]:",
          "gpuhost01: ",
          "0|vllm     | ",
          "    12\t");

  @TestFactory
  Stream<DynamicTest> everyTextIsTheSameBehindAnotherPrefix(@TempDir Path dir) throws IOException {
    Path folder = Checkout.shared("cases/public");
    List<Path> inputs;
    try (Stream<Path> files = Files.list(folder)) {
      inputs = files.filter(f -> f.toString().matches(".*\\.(log|txt)")).sorted().toList();
    }
    assertThat(inputs).isNotEmpty();
    return inputs.stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> prefixed(f, dir)));
  }

  private static void prefixed(Path file, Path dir) throws IOException {
    JsonNode whole = withoutSources(file);
    String text = Files.readString(file);
    for (String prefix : PREFIXES) {
      Path copy = dir.resolve(file.getFileName());
      Files.writeString(copy, text.replaceAll("(?m)^", Matcher.quoteReplacement(prefix)));
      assertThat(withoutSources(copy)).as(prefix).isEqualTo(whole);
    }
  }

  private static JsonNode withoutSources(Path file) {
    ObjectNode read = JSON.valueToTree(Inspection.of(RealLogs.summary(file)));
    read.remove(List.of("sources", "losses"));
    return read;
  }

  private static void check(Path sidecar) {
    JsonNode expected = JSON.readTree(sidecar.toFile());
    Path input = sidecar.resolveSibling(expected.get("input").asString());
    JsonNode actual = JSON.valueToTree(Inspection.of(RealLogs.summary(input)));
    List<String> differences = new ArrayList<>();
    for (String field : FIELDS) {
      String name = sidecar.getFileName().toString().replace(SIDECAR, "");
      if (expected.has(field) && !UNDECIDABLE.containsKey(name + ' ' + field)) {
        compare(field, expected.get(field), actual.path(field), differences);
      }
    }
    assertThat(differences).isEmpty();
  }

  private static void compare(
      String at, JsonNode expected, JsonNode actual, List<String> differences) {
    if (expected.isObject()) {
      if (at.equals("collectives") && expected.isEmpty() && !actual.isEmpty()) {
        differences.add(at + ": expected none, got " + actual);
      }
      for (Map.Entry<String, JsonNode> e : expected.properties()) {
        compare(at + '.' + e.getKey(), e.getValue(), actual.path(e.getKey()), differences);
      }
    } else if (expected.isArray() && expected.size() > 0 && expected.get(0).isObject()) {
      if (expected.size() != actual.size()) {
        differences.add(at + ": expected " + expected.size() + " elements, got " + actual);
        return;
      }
      for (int i = 0; i < expected.size(); i++) {
        compare(at + '[' + i + ']', expected.get(i), actual.path(i), differences);
      }
    } else if (!isEqual(expected, actual)) {
      differences.add(at + ": expected " + expected + ", got " + actual);
    }
  }

  private static boolean isEqual(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber()) {
      return expected.asDouble() == actual.asDouble();
    }
    if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        if (!isEqual(expected.get(i), actual.get(i))) {
          return false;
        }
      }
      return true;
    }
    return expected.equals(actual);
  }
}
