package dev.ringside.trace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.SharedData;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchmarkCasesTest {

  static Stream<Path> cases() throws IOException {
    Path folder = SharedData.path("cases/public");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".expect.json")).sorted().toList()) {
        if (expected(file).path("kind").asString("").endsWith("-tests")) {
          found.add(file);
        }
      }
    }
    return found.stream();
  }

  private static JsonNode expected(Path file) throws IOException {
    return JsonMapper.builder().build().readTree(Files.readString(file));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPublicCaseIsReadAsItsSidecarSays(Path sidecar) throws IOException {
    JsonNode expected = expected(sidecar);
    BenchmarkRun run = run(sidecar.resolveSibling(expected.path("input").asString("")));

    assertThat(run.test()).isEqualTo(word(expected.path("test")));
    assertThat(run.nRanks().orElse(-1)).isEqualTo(expected.path("ranks").asInt(-1));
    assertThat(run.nNodes().orElse(-1))
        .isEqualTo(expected.path("nodes").isNull() ? -1 : expected.path("nodes").asInt(-1));
    if (expected.has("gpu")) {
      assertThat(run.gpu()).isEqualTo(word(expected.path("gpu")));
    }
    List<Integer> ranks = new ArrayList<>();
    expected.path("ranks_seen").forEach(r -> ranks.add(r.asInt(-1)));
    assertThat(run.ranksSeen()).isEqualTo(ranks);
    assertThat(run.wrongTotal()).hasValue(expected.path("wrong_total").asLong(-1));
    assertThat(run.independentJobs()).isEqualTo(expected.path("independent_runs").asInt(1));
    if (expected.path("avg_busbw").isNumber()) {
      assertThat(run.averageBusBw())
          .isCloseTo(
              expected.path("avg_busbw").asDouble(-1),
              org.assertj.core.api.Assertions.within(0.0006));
    } else {
      assertThat(run.averageBusBw()).isNaN();
    }
    rows(expected, run.rows());
  }

  private static void rows(JsonNode expected, List<BenchmarkRow> rows) {
    if (expected.has("table_rows_count")) {
      assertThat(rows).hasSize(expected.path("table_rows_count").asInt(-1));
      return;
    }
    assertThat(rows).hasSize(expected.path("table_rows").size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = expected.path("table_rows").get(i);
      BenchmarkRow read = rows.get(i);
      assertThat(read.size()).isEqualTo(row.path("size").asLong(-1));
      assertThat(read.count()).isEqualTo(row.path("count").asLong(-1));
      assertThat(read.type()).isEqualTo(row.path("type").asString(""));
      assertThat(read.redOp()).isEqualTo(row.path("redop").asString(""));
      assertThat(read.outOfPlaceUs()).isEqualTo(row.path("oop_time_us").asDouble(-1));
      assertThat(read.outOfPlaceAlgBw()).isEqualTo(row.path("oop_algbw").asDouble(-1));
      assertThat(read.outOfPlaceBusBw()).isEqualTo(row.path("oop_busbw").asDouble(-1));
      assertThat(wrong(read.outOfPlaceWrong())).isEqualTo(row.path("oop_wrong").asString(""));
      assertThat(read.inPlaceUs()).isEqualTo(row.path("ip_time_us").asDouble(-1));
      assertThat(read.inPlaceAlgBw()).isEqualTo(row.path("ip_algbw").asDouble(-1));
      assertThat(read.inPlaceBusBw()).isEqualTo(row.path("ip_busbw").asDouble(-1));
      assertThat(wrong(read.inPlaceWrong())).isEqualTo(row.path("ip_wrong").asString(""));
    }
  }

  private static String wrong(long count) {
    return count < 0 ? "N/A" : Long.toString(count);
  }

  private static Optional<String> word(JsonNode node) {
    return node.isString() ? Optional.of(node.asString("")) : Optional.empty();
  }

  private static BenchmarkRun run(Path file) {
    RecordingSink sink = new RecordingSink();
    PieceSinks sinks =
        new PieceSinks() {
          @Override
          public TraceSink open(Source source, long from) {
            return sink;
          }

          @Override
          public void close(TraceSink closed, Source source, long from, long to, boolean last) {}
        };
    TraceFiles.read(List.of(file), ReadOptions.DEFAULT, sinks);
    BenchmarkRuns runs = new BenchmarkRuns();
    sink.all(TraceRecord.class).forEach(runs::accept);
    List<BenchmarkRun> all = runs.finish();
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
