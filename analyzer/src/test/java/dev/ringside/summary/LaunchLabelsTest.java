package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** mpirun's labels are ranks only where the lines behind them bear that out. */
class LaunchLabelsTest {
  @TempDir private Path dir;

  private List<Integer> ranksSeen(String... lines) throws IOException {
    Path log = Files.writeString(dir.resolve("job.log"), String.join("\n", lines) + "\n");
    JsonNode seen =
        new JsonMapper()
            .<JsonNode>valueToTree(Inspection.of(RealLogs.summary(log)))
            .path("ranks_seen");
    return seen.isNull() ? List.of() : seen.valueStream().map(JsonNode::asInt).toList();
  }

  private static String states(int label, int pid, int rank) {
    return "[1,%d]<stdout>:node1:%d:%d [0] init.cc:497 NCCL WARN Duplicate GPU detected : rank %d and rank 9 both on CUDA device 1000"
        .formatted(label, pid, pid, rank);
  }

  private static String silent(int label, int pid) {
    return "[1,%d]<stdout>:node1:%d:%d [0] NCCL INFO init.cc:867 -> 5".formatted(label, pid, pid);
  }

  @Test
  void labelsThatTwoWritersConfirmAreRanks() throws IOException {
    assertThat(ranksSeen(states(2, 12, 2), states(4, 14, 4), silent(3, 13)))
        .containsExactly(2, 3, 4);
  }

  @Test
  void oneWriterConfirmsNothing() throws IOException {
    assertThat(ranksSeen(states(2, 12, 2), silent(3, 13))).containsExactly(2);
  }

  @Test
  void labelsThatOneWriterContradictsAreNoRanks() throws IOException {
    assertThat(ranksSeen(states(2, 12, 2), states(4, 14, 4), states(5, 15, 6), silent(3, 13)))
        .containsExactly(2, 4, 6);
  }
}
