package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names of files, hosts and models, and texts of logs, that try to become something. */
@Timeout(120)
class HostileTextTest {
  private static final String MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  private static final String FORMULA = "=HYPERLINK(\"x\")";

  /** Sets a window's title, moves the cursor, turns the direction of text. */
  private static final String ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u0000";

  private static final List<String> NAMES =
      List.of("--help", "-rf", FORMULA, MARKUP.replace("/", ""), "red\u001b[31m.log", "two\nlines");

  @TempDir private Path dir;
  private Path logs;

  @BeforeEach
  void write() throws IOException {
    logs = Files.createDirectory(dir.resolve("logs"));
    for (String name : NAMES) {
      Files.writeString(logs.resolve(name), log());
    }
  }

  private static String log() {
    StringBuilder log = new StringBuilder();
    for (String text : List.of(MARKUP, FORMULA, ESCAPES)) {
      log.append("node01:4100:4188 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to ")
          .append(text)
          .append(".\nnode01:4100:4188 [0] misc/socket.cc:1 NCCL WARN Connect to ")
          .append(text)
          .append(" failed : Software caused connection abort\n")
          .append("INFO 05-12 08:01:09 [core.py:70] Initializing a V1 LLM engine (v0.9.1) with")
          .append(" config: model='" + text + "', dtype=torch.bfloat16, tensor_parallel_size=2\n");
    }
    for (String host : List.of("node01", "<b>h</b>", "=1+1", "-x", "h\u001b[1m")) {
      for (int count = 4096; count <= 65536; count *= 2) {
        log.append(host)
            .append(":4100:4188 [0] NCCL INFO AllReduce: opCount 1 sendbuff 0x7f00 recvbuff 0x7f00")
            .append(" count " + count + " datatype 9 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2]")
            .append(" stream 0x55f0\n");
      }
    }
    return log.toString();
  }

  private static void harmless(String printed) {
    assertThat(printed.replace("\n", "")).doesNotContainPattern("[\\p{Cntrl}\u202e\u009b]");
  }

  @Test
  void nothingPrintedSteersATerminal() {
    for (String command : List.of("inspect", "doctor", "report")) {
      CommandRun run = CommandRun.of(command, logs.toString());
      assertThat(run.status()).as(run.err()).isLessThan(2);
      harmless(run.out());
      harmless(run.err());
    }
    CommandRun wrong = CommandRun.of("inspect", dir.resolve("\u001b[31m").toString(), ESCAPES);
    assertThat(wrong.status()).isEqualTo(2);
    harmless(wrong.err());
  }

  @Test
  void nothingInAReportIsMarkupOrAFormula() throws IOException {
    Path out = dir.resolve("out");
    CommandRun run = CommandRun.of("report", logs.toString(), "--out", out.toString());
    assertThat(run.status()).as(run.err()).isLessThan(2);

    String page = Files.readString(out.resolve("report.html"));
    assertThat(page).doesNotContain("<img", "<script>alert", "<b>h", "\u001b", "\u202e");
    try (Stream<Path> files = Files.list(out)) {
      for (Path svg : files.filter(f -> f.toString().endsWith(".svg")).toList()) {
        assertThat(Files.readString(svg)).doesNotContain("<script", "<img", "\u001b");
      }
    }
    String csv = Files.readString(out.resolve("sizes.csv"));
    for (CSVRecord row : CSVFormat.DEFAULT.parse(new StringReader(csv))) {
      assertThat(row.toList())
          .allSatisfy(c -> assertThat(c).matches("(?s)(?:-?[0-9.]+(?:E-?[0-9]+)?|[^=+@\t\r-].*|)"));
    }
  }

  @Test
  void jsonKeepsNamesAsTheyAre() {
    CommandRun run = CommandRun.of("inspect", logs.toString(), "--format", "json");

    JsonNode sources = new JsonMapper().readTree(run.out()).path("sources");
    assertThat(sources.findValuesAsString("name"))
        .containsAll(NAMES.stream().map(n -> logs.resolve(n).toString()).toList());
  }

  @Test
  void aFileNamedLikeAnOptionIsReadBehindTwoDashes() {
    CommandRun run = CommandRun.of("inspect", "--", logs.resolve("--help").toString());
    assertThat(run.status()).as(run.err()).isZero();
  }
}
