package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings of inputs as other releases and other tools write them. */
class OtherFilesTest {
  @TempDir private Path dir;

  private List<String> codes(String text) {
    return codes("input.txt", text);
  }

  private List<String> codes(String name, String text) {
    return Examined.files(Examined.write(dir, name, text)).stream().map(Finding::code).toList();
  }

  private static String timeout(String who, int sequence, String op) {
    return "[rank0]:[E1130 10:00:00.1 ProcessGroupNCCL.cpp:616] ["
        + who
        + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum="
        + sequence
        + ", OpType="
        + op
        + ", NumelIn=4, NumelOut=4, Timeout(ms)=600000) ran for 600026 milliseconds before timing"
        + " out.\n";
  }

  @Test
  void everyProcessGroupCountsItsOwnCalls() {
    String one = timeout("PG ID 1 PG GUID 1(tp) Rank 0", 55, "ALLREDUCE");
    assertThat(codes(one + timeout("PG ID 1 PG GUID 1(tp) Rank 1", 55, "BROADCAST")))
        .contains("watchdog-timeout", "collective-mismatch");
    assertThat(codes(one + timeout("PG ID 2 PG GUID 5(dp) Rank 1", 55, "BROADCAST")))
        .contains("watchdog-timeout")
        .doesNotContain("collective-mismatch");
  }

  @Test
  void reportsWithoutNumbersAreNotCompared() {
    String report =
        "[E ProcessGroupNCCL.cpp:719] [Rank %d] Watchdog caught collective operation timeout:"
            + " WorkNCCL(OpType=%s, Timeout(ms)=1800000) ran for 1808499 milliseconds before timing"
            + " out.\n";
    assertThat(codes(report.formatted(0, "ALLREDUCE") + report.formatted(1, "BROADCAST")))
        .contains("watchdog-timeout")
        .doesNotContain("collective-mismatch");
  }

  @Test
  void anInspectorFileThatEndsInsideARecordIsCut() {
    String record =
        "{\"header\":{\"id\":\"0xabc\",\"rank\":0,\"n_ranks\":4,\"nnodes\":1},\"coll_perf\":{\"coll\":"
            + "\"AllReduce\",\"coll_sn\":1,\"coll_msg_size_bytes\":16384,\"coll_exec_time_us\":6}}\n";
    assertThat(codes(record + record.substring(0, 80))).contains("log-truncated");
    assertThat(codes(record + record.substring(0, 80) + "\n" + record))
        .doesNotContain("log-truncated");
  }

  @Test
  void aKernelTableWithCommasIsOne() {
    assertThat(
            codes(
                """
                Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
                78.5,10751311,4,2687827.8,116416.5,101729,10416749,5152630.4,"ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm *, unsigned long, ncclWork *)"
                6.8,936679,2,468339.5,468339.5,468003,468676,475.9,ampere_fp16_s16816gemm_fp16_128x64
                """))
        .contains("sizes-unknown", "waiting-dominates");
  }

  @Test
  void anEngineThatRefusesItsOwnAllReduceOverSeveralNodesSpansThem() {
    assertThat(
            codes(
                "(Worker_TP3 pid=7) WARNING 06-19 05:51:19 [custom_all_reduce.py:85] Custom"
                    + " allreduce is disabled because this process group spans across nodes.\n"))
        .contains("cross-node-tp", "custom-allreduce-disabled");
  }

  @Test
  void graphsOfPrefillTokensHoldNoDecodeBatch() {
    String log =
        """
        [2026-05-13 02:14:17 TP0] Capture cuda graph bs [1, 2, 4, 8]
        [2026-05-13 02:14:18 TP0] Capture cuda graph num tokens [4, 8, 12, 1024]
        [2026-05-13 02:14:19 TP0] Decode batch, #running-req: %d, #token: 10, token usage: 0.00, cuda graph: %s, gen throughput (token/s): 1.0, #queue-req: 0
        """;
    assertThat(codes(log.formatted(20, "False"))).contains("decode-batch-above-cuda-graph-limit");
    assertThat(codes(log.formatted(8, "True")))
        .doesNotContain("decode-batch-above-cuda-graph-limit");
  }

  @Test
  void anEagerEngineHasNoLimitOfItsGraphs() {
    assertThat(
            codes(
                """
                [2026-05-13 02:14:17] server_args=ServerArgs(model_path='/m', tp_size=2, disable_cuda_graph=True, cuda_graph_max_bs=8)
                [2026-05-13 02:14:19 TP0] Decode batch, #running-req: 20, #token: 10, token usage: 0.00, cuda graph: False, gen throughput (token/s): 1.0, #queue-req: 0
                """))
        .doesNotContain("decode-batch-above-cuda-graph-limit");
  }

  @Test
  void aTearByTheLastRecordIsNoEndOfTheInput() {
    String call =
        "n1:100:100 [0] NCCL INFO AllReduce: opCount 0 sendbuff 0x7f00 recvbuff 0x7f00 count 4096"
            + " datatype 9 op 0 root 0 comm 0xa0 [nranks=2] stream 0x55";
    assertThat(codes(call + "\n" + call.substring(0, 100) + call + "\n"))
        .contains("log-torn")
        .doesNotContain("log-truncated");
    assertThat(codes(call + "\n" + call.substring(0, 40)))
        .contains("log-truncated")
        .doesNotContain("log-torn");
    assertThat(codes(call + "\nn1:101:101 [1] NCCL")).contains("log-truncated");
  }
}
