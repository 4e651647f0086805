package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.baseline.NcclTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ValidateCommandTest {
  @TempDir private Path dir;

  @Test
  void theBoundStandsBesideTheCount() throws IOException {
    CommandRun run = CommandRun.of("validate", write(0));

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("NO-ERROR-SEEN  no error in 20,000 checked AllReduces: at most 1.5e-04")
        .contains("one wrong result every 1.3 seconds", "not covered", "-c 115385");
  }

  @Test
  void wrongValuesFailTheCommand() throws IOException {
    CommandRun run = CommandRun.of("validate", write(3));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("CORRUPTS  LL128 corrupts data here: 3 wrong values");
  }

  @Test
  void whatChecksNothingIsNoPass() throws IOException {
    Path notes = Files.writeString(dir.resolve("notes.txt"), "nothing of a test\n");

    CommandRun run = CommandRun.of("validate", notes.toString());

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).startsWith("NOTHING-CHECKED");
  }

  @Test
  void jsonHasTheSameFigures() throws IOException {
    CommandRun run = CommandRun.of("validate", write(0), "--format", "json", "--under-load");

    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertThat(json.path("checked_allreduces").asLong()).isEqualTo(20_000);
    assertThat(json.path("bound_95").asDouble()).isEqualTo(1.5e-4);
    assertThat(json.path("not_covered").valueStream().map(g -> g.path("what").asString()))
        .doesNotContain("load between the sockets");
  }

  @Test
  void aMissingOutputIsWrongUse() throws IOException {
    CommandRun run = CommandRun.of("validate", write(0), dir.resolve("gone").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("gone: no such file or directory");
    assertThat(run.out()).contains("20,000 checked");
  }

  private String write(long wrong) throws IOException {
    String text =
        NcclTests.of("all_reduce")
            .command("NCCL_ALGO=Ring NCCL_PROTO=LL128 ./build/all_reduce_perf -c 5000")
            .checks(5000)
            .us(65_536, 20)
            .us(131_072, 25, wrong)
            .text();
    return Files.writeString(dir.resolve("ll128.txt"), text).toString();
  }
}
