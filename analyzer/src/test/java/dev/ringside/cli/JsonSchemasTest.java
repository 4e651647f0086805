package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ringside.Checkout;
import dev.ringside.baseline.NcclTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that is written is the JSON that docs/schemas describe. */
class JsonSchemasTest {
  private static final Path ROOT = Checkout.root();
  private static final Path CASES = ROOT.resolve("../shared/cases/public");
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @TempDir private Path dir;

  /** {@code H200} stands for the sample, {@code QWEN} for the other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "report H200/log",
        "report H200/log --calibration H200/step",
        "report H200/log --calibration H200/sweep --batch-mix 1:40,48:60",
        "report H200/log --tuner builtin:epyc-turin --calibration H200/step",
        "report QWEN/log --tuner builtin:epyc-turin --calibration published:epyc-turin",
        "inspect H200/log",
        "inspect QWEN/log",
        "size --model Qwen3-8B --tp 2,4 --batch 1-64 --calibration H200/step",
        "size --model Qwen3-8B --tuner builtin:epyc-turin --calibration published:epyc-turin",
        "doctor H200/log --checklist",
        "graph H200/log",
        "baseline H200/sweep H200/sweep",
        "calibrate H200/step H200/sweep",
        "calibrate --holdout H200/step H200/sweep H200/log",
      })
  void whatACommandWritesFitsItsSchema(String command) throws IOException {
    String[] args =
        (command + " --format json")
            .replace("H200", ROOT.resolve("samples/h200-tp2-shm").toString())
            .replace("QWEN", ROOT.resolve("samples/qwen3.5-397b-tp4").toString())
            .split(" ");

    assertThat(faults(CommandRun.of(args).out())).isEmpty();
  }

  @Test
  void summariesFitTheirSchema() throws IOException {
    for (String sample :
        List.of("h200-tp2-shm/log", "h200-tp2-shm/sweep", "qwen3.5-397b-tp4/log")) {
      assertThat(faults(summary(ROOT.resolve("samples").resolve(sample)))).as(sample).isEmpty();
    }
  }

  @Test
  void everyKindOfInputFitsTheSchemas() throws IOException {
    assumeTrue(Files.isDirectory(CASES), "the input cases are not here");
    List<String> faults = new ArrayList<>();
    for (Path input : cases()) {
      for (String command : List.of("inspect", "report", "doctor", "graph")) {
        CommandRun run = CommandRun.of(command, input.toString(), "--format", "json");
        faults.addAll(run.out().isEmpty() ? List.of() : faults(run.out()));
      }
      faults.addAll(faults(summary(input)));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void aWordOrFieldThatTheSchemaLacksIsAFault() throws IOException {
    JsonMapper json = new JsonMapper();
    CommandRun run =
        CommandRun.of(
            "report", ROOT.resolve("samples/h200-tp2-shm/log").toString(), "--format", "json");
    ObjectNode other = (ObjectNode) json.readTree(run.out());

    assertThat(faults(json.writeValueAsString(other.deepCopy().put("verdict", "maybe"))))
        .hasSize(1);
    assertThat(faults(json.writeValueAsString(other.deepCopy().put("more", 1)))).hasSize(1);
    assertThat(faults(json.writeValueAsString(other.without("levers")))).hasSize(1);
  }

  @Test
  void dataChecksFitTheirSchema() throws IOException {
    String checks =
        NcclTests.of("all_reduce")
            .command("NCCL_ALGO=Ring NCCL_PROTO=LL128 ./build/all_reduce_perf -c 5000")
            .checks(5000)
            .us(65_536, 20)
            .text();
    String file = Files.writeString(dir.resolve("ll128.txt"), checks).toString();

    for (String output : List.of(file, ROOT.resolve("samples/h200-tp2-shm/sweep").toString())) {
      assertThat(faults(CommandRun.of("validate", output, "--format", "json").out())).isEmpty();
    }
  }

  private String summary(Path input) throws IOException {
    Path file = dir.resolve("summary.json");
    CommandRun.of("inspect", input.toString(), "--summary", file.toString());
    return Files.readString(file);
  }

  private static List<Path> cases() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files.filter(f -> !f.toString().endsWith(".expect.json")).sorted().toList();
    }
  }

  /** A document names its form, and so its schema, in its first field. */
  private static List<String> faults(String document) throws IOException {
    ObjectNode root = (ObjectNode) new JsonMapper().readTree(document);
    String form = root.properties().iterator().next().getValue().asString();
    String name = form.replace("ringside.", "").replace('/', '.') + ".schema.json";
    Schema schema =
        SCHEMAS.getSchema(
            Files.readString(ROOT.resolve("docs/schemas").resolve(name)), InputFormat.JSON);
    return schema.validate(document, InputFormat.JSON).stream()
        .map(Error::toString)
        .limit(5)
        .toList();
  }
}
