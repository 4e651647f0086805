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

/** What launchers and engines put in front of lines ties them to ranks only where it must. */
class LaunchLabelsTest {
  @TempDir private Path dir;

  private JsonNode inspect(String... lines) throws IOException {
    Path log = Files.writeString(dir.resolve("job.log"), String.join("\n", lines) + "\n");
    return new JsonMapper().valueToTree(Inspection.of(RealLogs.summary(log)));
  }

  private List<Integer> ranksSeen(String... lines) throws IOException {
    JsonNode seen = inspect(lines).path("ranks_seen");
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

  private static String call(int pid) {
    return "node1:%d:%d [0] NCCL INFO AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x1 count 4096 datatype 9 op 0 root 0 comm 0x55 [nranks=4] stream 0x7"
        .formatted(pid, pid);
  }

  private static String tag(int rank, int pid) {
    return "(Worker_TP%d pid=%d) INFO 05-12 07:58:40 [custom_all_reduce.py:1] Custom allreduce is disabled because of a test."
        .formatted(rank, pid);
  }

  private static String config(int size) {
    return "(EngineCore pid=9) INFO 05-12 07:58:31 [core.py:93] Initializing a V1 LLM engine (v0.16.0) with config: tensor_parallel_size="
        + size;
  }

  @Test
  void anEngineTellsTheRanksOfTheCallsOfItsWorkers() throws IOException {
    JsonNode inspected = inspect(config(4), tag(2, 12), tag(3, 13), call(13), call(13), call(12));

    assertThat(inspected.at("/collectives/AllReduce/calls_per_rank/3").asInt()).isEqualTo(2);
    assertThat(inspected.at("/collectives/AllReduce/calls_per_rank/2").asInt()).isEqualTo(1);
  }

  @Test
  void tensorParallelRanksSayNothingOfALargerCommunicator() throws IOException {
    JsonNode inspected = inspect(config(2), tag(0, 12), tag(1, 13), call(13), call(13), call(12));

    assertThat(inspected.at("/collectives/AllReduce/calls").asInt()).isEqualTo(3);
    assertThat(inspected.at("/collectives/AllReduce/calls_per_rank").isObject()).isFalse();
  }
}
