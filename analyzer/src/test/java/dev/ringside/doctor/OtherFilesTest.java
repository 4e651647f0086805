package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.BatchSample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void aRecorderThatOverwroteItsFirstEntriesSaysSo() {
    String dump =
        """
        {"version": "2.4", "pg_config": {"1": {"name": "1", "desc": "tp", "ranks": "[0, 1]"}},
         "entries": [{"record_id": %d, "process_group": ["1", "tp"], "profiling_name": "nccl:all_reduce",
           "input_sizes": [[8, 5120]], "input_dtypes": ["Half"], "output_sizes": [[8, 5120]],
           "state": "completed", "retired": true}]}
        """;
    assertThat(codes("dump.json", dump.formatted(4000))).contains("records-dropped");
    assertThat(codes("dump.json", dump.formatted(0))).doesNotContain("records-dropped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NET/OFI The NCCL_OFI_TUNER is not available for platform : g5.48xlarge, Fall back to NCCL's tuner",
        "TUNER/OFI: falling back to the default tuner for 2 ranks",
        "TUNER/Plugin: Failed to initialize MyTuner, using internal tuner instead.",
      })
  void aTunerThatStepsBackIsNamedUnderAnyName(String line) {
    assertThat(
            codes(
                "n1:5:5 [0] NCCL INFO TUNER/Plugin: Using tuner plugin nccl_ofi_tuner\n"
                    + "n1:5:5 [0] NCCL INFO "
                    + line
                    + "\n"))
        .contains("tuner-plugin-declined")
        .doesNotContain("tuner-plugin-missing");
  }

  @Test
  void linesOfAnEngineThatLostTheirEndsAreReadEach() {
    String status =
        "INFO 02-03 12:41:%d0 llm_engine.py:706] Avg prompt throughput: 0.0 tokens/s, Avg generation"
            + " throughput: 1.0 tokens/s, Running: %d reqs, Swapped: 0 reqs, Pending: 0 reqs ";
    Path log =
        Examined.write(
            dir,
            "flat.log",
            status.formatted(1, 3) + status.formatted(2, 4) + status.formatted(3, 5) + "\n");
    assertThat(Examined.files(log)).extracting(Finding::code).contains("log-flattened");
    assertThat(Examined.observations(log).all(BatchSample.class))
        .extracting(s -> s.record().running())
        .containsExactly(3, 4, 5);
  }

  @Test
  void aBenchmarkThatLostItsLineEndsIsRead() {
    assertThat(
            codes(
                "# Using devices #  Rank  0 Group  0 Pid 17 on node1 device  0 [0x10] NVIDIA H200 # "
                    + "  Rank  1 Group  0 Pid 17 on node1 device  1 [0x11] NVIDIA H200 #     size   count"
                    + "   type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw"
                    + " #wrong #   (B)    (elements)   (us)  (GB/s)  (GB/s)   (us)  (GB/s)  (GB/s)     1024"
                    + "   256     float     sum      -1    21.63    0.05    0.05       0    21.75    0.05"
                    + "    0.05       7 # Out of bounds values : 7 FAILED # Avg bus bandwidth    : 0.05\n"))
        .contains("log-flattened", "data-corruption");
  }

  @Test
  void aWholeNodeOfTwoIsAPartOfTheJobThoughEveryProcessSeesDeviceZero() {
    StringBuilder log = new StringBuilder();
    for (int rank = 0; rank < 2; rank++) {
      log.append(
          "n1:7%d:7 [0] NCCL INFO comm 0x5%d rank %d nRanks 4 nNodes 2 localRanks 2 localRank %d MNNVL 0%n"
              .formatted(rank, rank, rank, rank));
      log.append(
          "n1:7%d:7 [0] NCCL INFO ncclCommInitRank comm 0x5%d rank %d nranks 4 cudaDev 0 nvmlDev %d busId %d000 commId 0x9 - Init COMPLETE%n"
              .formatted(rank, rank, rank, rank, rank + 1));
    }
    assertThat(codes(log.toString())).contains("partial-log").doesNotContain("duplicate-gpu");
  }

  @Test
  void aRowWithoutItsTimeIsNoRow() {
    assertThat(
            codes(
                """
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                          64            16     float     sum      -1    62.11    0.00    0.00    61.58    0.00    0.00      7
                """))
        .doesNotContain("data-corruption");
  }

  @Test
  void smallSizesAreNotSaidToBeNcclsWhereAnotherBackendTakesThem() {
    String line =
        "(Worker_TP0 pid=20) INFO 06-19 05:51:20 [cuda_communicator.py:50] Using [%s'PYNCCL']"
            + " all-reduce backends (in dispatch order) for group 'tp:0' out of potential backends:"
            + " ['CUSTOM', 'SYMM_MEM', 'PYNCCL'].%n";
    assertThat(said("symm.log", line.formatted("'SYMM_MEM', ")))
        .contains("left by PyTorch symmetric memory.")
        .doesNotContain("the small ones");
    assertThat(said("nccl.log", line.formatted(""))).contains("the small ones of decoding");
  }

  private String said(String name, String text) {
    return Examined.files(Examined.write(dir, name, text)).stream()
        .filter(f -> f.code().equals("custom-allreduce-disabled"))
        .map(Finding::text)
        .findFirst()
        .orElse("");
  }
}
