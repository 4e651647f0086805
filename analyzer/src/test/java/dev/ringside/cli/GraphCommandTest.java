package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class GraphCommandTest {
  private static final String LOG =
      """
      n:1:1 [0] NCCL INFO === System : maxBw 24.0 totalBw 24.0 ===
      n:1:1 [0] NCCL INFO CPU/0-0 (1/1/2)
      n:1:1 [0] NCCL INFO + PCI[24.0] - GPU/0-1000 (0)
      n:1:1 [0] NCCL INFO + PCI[24.0] - GPU/0-2000 (1)
      n:1:1 [0] NCCL INFO + SYS[10.0] - CPU/0-1
      n:1:1 [0] NCCL INFO CPU/0-1 (1/1/2)
      n:1:1 [0] NCCL INFO + PCI[24.0] - GPU/0-81000 (2)
      n:1:1 [0] NCCL INFO + PCI[24.0] - GPU/0-82000 (3)
      n:1:1 [0] NCCL INFO + SYS[10.0] - CPU/0-0
      n:1:1 [0] NCCL INFO ==========================================
      n:1:1 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 1, bw 5.000000/5.000000, type SYS/PIX, sameChannels 1
      n:1:1 [0] NCCL INFO  0 : GPU/0 GPU/2 GPU/1 GPU/3
      """;

  @TempDir private Path dir;

  @Test
  void channelsAreThoseOfACandidate() throws IOException {
    CommandRun alone = CommandRun.of("graph", log(), "--channels", "4");
    String file = dir.resolve("candidate.xml").toString();
    CommandRun none = CommandRun.of("graph", log(), "--candidate", file, "--channels", "0");

    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("add --candidate F");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("0 is no number from 1 to 16");
  }

  @Test
  void aCandidateComesWithTheCommandsThatMeasureIt() throws IOException {
    Path candidate = dir.resolve("candidate.xml");

    CommandRun run = CommandRun.of("graph", log(), "--candidate", candidate.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "4 GPUs on 2 of 2 NUMA nodes",
            "0 | 2 | 1 | 3 |   (4 crossings)",
            "warning ring-crosses-often",
            "candidate, not measured",
            "0 1 | 2 3 |   (2 crossings)",
            "NCCL_GRAPH_FILE=" + candidate,
            "ringside baseline before after");
    assertThat(candidate).content().contains("nchannels=\"2\"", "Not measured");
  }

  @Test
  void jsonIsOneObject() throws IOException {
    CommandRun run = CommandRun.of("graph", log(), "--format", "json");

    var json = JsonMapper.shared().readTree(run.out());
    assertThat(json.path("machine").path("inter_socket_bw").asDouble()).isEqualTo(10);
    assertThat(json.path("rings").path(0).path("crossings").asInt()).isEqualTo(4);
  }

  @Test
  void aLogWithoutGraphLinesIsNothingReadable() throws IOException {
    Path log = Files.writeString(dir.resolve("x.log"), "n:1:1 [0] NCCL INFO Using network IB\n");

    CommandRun run = CommandRun.of("graph", log.toString());

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).hasLineCount(1).contains("NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH");
  }

  @Test
  void aCopyNeedsADump() throws IOException {
    CommandRun run = CommandRun.of("graph", log(), "--copy", dir.resolve("c.xml").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("NCCL_GRAPH_DUMP_FILE");
  }

  private String log() throws IOException {
    return Files.writeString(dir.resolve("nccl.log"), LOG).toString();
  }
}
