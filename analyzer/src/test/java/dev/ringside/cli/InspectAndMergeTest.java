package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InspectAndMergeTest {
  private static final Path LOG = Checkout.sample("h200-tp2-shm/log");

  @TempDir private Path dir;

  @Test
  void inspectSaysWhatIsThere() {
    CommandRun run = CommandRun.of("inspect", LOG.toString());

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("NCCL: 2.28.9", "ranks: 2 on 1 node, seen: ranks 0-1", "SHM/direct/direct")
        .containsPattern("AllReduce +512 KiB +192\n")
        .containsPattern("AllReduce +448 KiB +RING/SIMPLE +96\n");
  }

  @Test
  void theJsonIsOneObjectOverAllInputs() {
    CommandRun run = CommandRun.of("inspect", LOG.toString(), "--format", "json");

    JsonNode json = new JsonMapper().readTree(run.out());
    assertThat(json.at("/format").asString()).isEqualTo("ringside.inspect/1");
    assertThat(json.at("/kind").asString()).isEqualTo("nccl-log");
    assertThat(json.at("/collectives/AllReduce/calls").asLong()).isEqualTo(2 * 2031);
    assertThat(json.at("/sources")).hasSize(2);
  }

  @Test
  void standardInputIsAnInput() throws IOException {
    InputStream before = System.in;
    System.setIn(
        new ByteArrayInputStream(Files.readAllBytes(LOG.resolve("nccl.node01.rank1.log"))));
    try {
      CommandRun run = CommandRun.of("inspect", "-", "--format", "json");
      assertThat(new JsonMapper().readTree(run.out()).at("/collectives/AllReduce/calls").asLong())
          .isEqualTo(2031);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void summariesMadeApartAndMergedReportLikeTheWhole() {
    Path rank0 = dir.resolve("0.json");
    Path rank1 = dir.resolve("1.json");
    Path both = dir.resolve("both.json");
    for (int rank : new int[] {0, 1}) {
      CommandRun run =
          CommandRun.of(
              "inspect",
              LOG.resolve("nccl.node01.rank" + rank + ".log").toString(),
              "--summary",
              dir.resolve(rank + ".json").toString());
      assertThat(run.status()).isZero();
    }
    CommandRun merged =
        CommandRun.of("merge", rank1.toString(), rank0.toString(), "-o", both.toString());
    assertThat(merged.err()).isEmpty();

    JsonNode ofSummary = bySize("report", both.toString());
    assertThat(ofSummary).isEqualTo(bySize("report", LOG.toString())).hasSize(15);
  }

  private static JsonNode bySize(String... args) {
    CommandRun run = CommandRun.of(args[0], args[1], "--format", "json");
    assertThat(run.status()).isZero();
    return new JsonMapper().readTree(run.out()).at("/by_size");
  }

  @Test
  void whatIsNoSummaryIsNotMerged() throws IOException {
    Path text = Files.writeString(dir.resolve("x.json"), "{\"a\": 1}");

    CommandRun run = CommandRun.of("merge", text.toString());

    assertThat(run.err())
        .hasLineCount(1)
        .startsWith("ringside: " + text + ": not a ringside summary");
    assertThat(run.status()).isEqualTo(2);
  }
}
