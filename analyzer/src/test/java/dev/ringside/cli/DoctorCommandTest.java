package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ringside doctor} as a command. */
class DoctorCommandTest {
  private static final String SHM =
      """
      some text
      node1:100:110 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
      """;

  @TempDir private Path dir;

  private String log(String text) throws IOException {
    return Files.writeString(dir.resolve("run.log"), text).toString();
  }

  @Test
  void aFindingNamesFileAndLineAndWhatToDo() throws IOException {
    CommandRun run = CommandRun.of("doctor", log(SHM));
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("warning  p2p-off-shm  " + dir.resolve("run.log") + ":2")
        .contains("do: See what the driver offers: nvidia-smi topo -p2p r");
  }

  @Test
  void whereNothingIsFoundItSaysSo() throws IOException {
    CommandRun run =
        CommandRun.of("doctor", log(SHM.replace("SHM/direct/direct", "P2P/CUMEM/read")));
    assertThat(run.out()).isEqualTo("nothing found in what the inputs show\n");
  }

  @Test
  void aSeverityThatIsReachedFailsTheCommand() throws IOException {
    String log = log(SHM);
    assertThat(CommandRun.of("doctor", "--fail-on", "warning", log).status()).isEqualTo(1);
    assertThat(CommandRun.of("doctor", "--fail-on", "error", log).status()).isZero();
  }

  @Test
  void theChecklistStandsBehindTheFindings() throws IOException {
    CommandRun run = CommandRun.of("doctor", "--checklist", log(SHM));
    assertThat(run.out())
        .contains("1 contradicted")
        .contains("no       GPUs of a node reach each other directly")
        .contains("show: ibstat on every host");
  }

  @Test
  void jsonHasTheSameWithNullWhereNothingIsKnown() throws IOException {
    CommandRun run = CommandRun.of("doctor", "--checklist", "--format", "json", log(SHM));
    JsonNode document = new JsonMapper().readTree(run.out());
    JsonNode finding = document.path("findings").path(0);
    assertThat(document.path("schema").asString("")).isEqualTo("ringside.doctor/1");
    assertThat(finding.path("code").asString("")).isEqualTo("p2p-off-shm");
    assertThat(finding.path("severity").asString("")).isEqualTo("warning");
    assertThat(finding.path("line").asInt()).isEqualTo(2);
    assertThat(document.path("checklist").size()).isGreaterThan(10);
    assertThat(document.path("checklist").findValuesAsString("state"))
        .contains("contradicted", "not-shown");
  }

  @Test
  void aMissingInputIsUseThatIsWrong() {
    CommandRun run = CommandRun.of("doctor", dir.resolve("absent.log").toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("absent.log");
  }

  @Test
  void evidenceInACompressedFileHasItsLineToo() throws IOException {
    Path file = dir.resolve("run.log.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(SHM.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(CommandRun.of("doctor", file.toString()).out()).contains("run.log.gz:2");
  }
}
