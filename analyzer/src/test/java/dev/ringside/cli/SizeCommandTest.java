package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(dir.resolve("capacity.svg")).isNotEmptyFile();
    assertThat(dir.resolve("sizing.json")).isNotEmptyFile();
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
