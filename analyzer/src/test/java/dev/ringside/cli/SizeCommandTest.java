package dev.ringside.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SizeCommandTest {
  private static final Path SAMPLE = Checkout.sample("h200-tp2-shm");

  @TempDir private Path dir;

  @Test
  void theSizeOfAMessageDoesNotDependOnTheTensorParallelSize() throws IOException {
    Path config =
        Files.writeString(
            dir.resolve("config.json"),
            "{\"hidden_size\": 4096, \"num_hidden_layers\": 16, \"torch_dtype\": \"bfloat16\"}");

    CommandRun run =
        CommandRun.of(
            "size",
            "--model",
            config.toString(),
            "--tp",
            "2,8",
            "--batch",
            "1,64",
            "--format",
            "json");

    assertThat(run.err()).isEmpty();
    JsonNode rows = new JsonMapper().readTree(run.out()).at("/by_size");
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).at("/bytes").asLong()).isEqualTo(8192);
    assertThat(rows.get(2).at("/bytes").asLong()).isEqualTo(8192);
    assertThat(rows.get(0).at("/us").isNull()).as("nothing measured").isTrue();
  }

  @Test
  void zonesAndTimesStandBesideTheSizes() {
    CommandRun run =
        CommandRun.of(
            "size",
            "--model",
            "Qwen3-8B",
            "--tp",
            "2",
            "--calibration",
            SAMPLE.resolve("sweep").toString(),
            "--tuner",
            "builtin:epyc-turin",
            "--out",
            dir.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Qwen3-8B", "Ring/LL", "Zones in batch sizes", "capture sizes");
    assertThat(run.out()).contains("written: " + dir.resolve("sizing.json"), "the chart");
    assertThat(dir.resolve("capacity.svg")).isNotEmptyFile();
    assertThat(dir.resolve("sizing.json")).isNotEmptyFile();
  }

  @Test
  void whatTheFileLeavesAloneIsNcclsOwnAndStepsAloneMakeNoChart() {
    CommandRun run =
        CommandRun.of(
            "size",
            "--model",
            "Qwen3-8B",
            "--tp",
            "2,4",
            "--batch",
            "1,64",
            "--calibration",
            SAMPLE.resolve("step").toString(),
            "--tuner",
            Checkout.sample("h200-tp2-shapes").resolve("third/shm/tuner.csv").toString(),
            "--out",
            dir.toString());

    assertThat(run.out().lines().filter(l -> l.startsWith(" 2      1")))
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .contains("NCCL's own");
    assertThat(run.out()).contains("no chart: no --calibration holds");
    assertThat(dir.resolve("capacity.svg")).doesNotExist();
  }

  @Test
  void everyRowStandsInTheCsvWithWhatMeasuredIt() throws IOException {
    CommandRun.of(
        "size",
        "--model",
        "Qwen3-8B",
        "--tp",
        "2,4",
        "--batch",
        "8,64",
        "--calibration",
        SAMPLE.toString(),
        "--tuner",
        "builtin:epyc-turin",
        "--out",
        dir.toString());

    List<CSVRecord> rows;
    try (CSVParser csv =
        CSVParser.parse(
            dir.resolve("sizing.csv"),
            StandardCharsets.UTF_8,
            CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
      rows = csv.getRecords();
    }
    assertThat(rows)
        .extracting(r -> r.get("nranks") + " " + r.get("batch"))
        .containsExactly("2 8", "2 64", "4 8", "4 64");
    CSVRecord measured = rows.get(1);
    assertThat(measured.get("bytes")).isEqualTo("524288");
    assertThat(measured.get("us_basis")).isEqualTo("isolated");
    assertThat(measured.get("basis")).isEqualTo("step");
    assertThat(Double.parseDouble(measured.get("as_allowed_saving_us_per_pass_high"))).isNegative();
    assertThat(rows.get(3).get("us_mid")).as("four ranks were not measured").isEmpty();
  }

  @Test
  void savingsStandWithTheirIntervalsAndTensorParallelismWithItsEffects() {
    CommandRun run =
        CommandRun.of(
            "size",
            "--model",
            "Qwen3-8B",
            "--tp",
            "2,4",
            "--batch",
            "64",
            "--calibration",
            SAMPLE.resolve("step").toString(),
            "--tuner",
            "builtin:epyc-turin");

    assertThat(run.out()).containsPattern("-\\d{3,4} \\(-\\d{3,4} to -\\d{3,4}\\)");
    assertThat(run.out())
        .contains("stays    message size: tokens x hidden x bytes an element on every rank")
        .contains("changes  where zones begin");
    assertThat(CommandRun.of("size", "--model", "Qwen3-8B", "--tp", "2").out())
        .doesNotContain("changes  ");
  }

  @Test
  void aModelThatIsNotKnownIsOneLineWithNamesLikeIt() {
    CommandRun run = CommandRun.of("size", "--model", "Qwen3-9999B");

    assertThat(run.err()).hasLineCount(1).contains("Qwen3-9999B", "config.json", "Qwen3-8B");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void aBatchThatIsNoNumberIsOneLine() {
    for (String batch : new String[] {"0", "1-x", "9-3", "-"}) {
      CommandRun run = CommandRun.of("size", "--model", "Qwen3-8B", "--batch", batch);
      assertThat(run.err()).hasLineCount(1);
      assertThat(run.status()).isEqualTo(2);
    }
  }
}
