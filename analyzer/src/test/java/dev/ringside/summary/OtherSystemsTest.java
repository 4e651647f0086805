package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file is, from systems other than those that most logs come from. */
class OtherSystemsTest {
  @TempDir private Path dir;

  private Inspection inspect(String text) throws IOException {
    return Inspection.of(RealLogs.summary(Files.writeString(dir.resolve("input"), text)));
  }

  private static String calls() {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      text.append(
          "mi1:5%d:5%d [%d] NCCL INFO AllReduce: opCount 0 sendbuff 0x7f00 recvbuff 0x7f00 count 4096 datatype 9 op 0 root 0 comm 0xa%d [nranks=4] stream 0x5%n"
              .formatted(rank, rank, rank, rank));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RCCL version 2.18.3+hip6.0 HEAD:2f6d59e",
        "NCCL version 2.13.4+hip5.4",
        "mi1:50:50 [0] NCCL INFO Librccl path : /opt/rocm/lib/librccl.so.1",
        "mi1:50:50 [0] NCCL INFO               + XGMI[48.0] - GPU/22000",
        "mi1:50:50 [0] NCCL INFO RCCL_MSCCL_ENABLE set by environment to 0.",
        "INFO 06-19 05:51:17 [__init__.py:241] Automatically detected platform rocm.",
        "INFO 06-19 05:51:17 [utils.py:741] Found nccl from library librccl.so.1",
        "mi1:9:9 [0] NCCL INFO ## [170260.3] [07:00] 000001 KE busId df000 nRanks 4",
      })
  void aLogWithASignOfAmdsLibraryIsItsLog(String sign) throws IOException {
    Inspection read = inspect(sign + "\n" + calls());
    assertThat(read.kind()).isEqualTo("rccl-log");
    assertThat(read.ranks()).hasValue(4);
  }

  @Test
  void aLogWithoutAnySignIsNccls() throws IOException {
    assertThat(inspect(calls()).kind()).isEqualTo("nccl-log");
  }

  @Test
  void deviceSideTraceAloneGivesTheSizeOfTheCommunicator() throws IOException {
    Inspection read =
        inspect(
            "mi1:9:9 [0] NCCL INFO ## [170260.3] [07:00] 000001 KL HWID 42300700"
                + " ncclDevFunc_AllReduce_RING_LL_Sum_double nw 4 bi 0 nc 0 busId df000 nRanks 8\n");
    assertThat(read.ranks()).hasValue(8);
    assertThat(read.ranksSeen().orElseThrow()).containsExactly(7);
  }

  @Test
  void aBenchmarkOnAmdsDevicesIsRcclTestsWithoutItsVersionLine() throws IOException {
    Inspection read =
        inspect(
            """
            #  Rank  0 Group  0 Pid  56467 on     mi2 device  0 [0000:0c:00] AMD Instinct MI250X
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                 1048576        262144     float     sum      -1    47.66   22.00    0.00      0    46.90   22.36    0.00      0
            """);
    assertThat(read.kind()).isEqualTo("rccl-tests");
  }

  @Test
  void aNumberInFrontOfARecordIsNoTableOfABenchmark() throws IOException {
    Inspection read = inspect("run 17 " + calls() + "4711 " + calls());
    assertThat(read.kind()).isEqualTo("nccl-log");
  }

  @Test
  void aLogThatBeginsBehindInitStartKnowsTheNodesAllTheSame() throws IOException {
    Path log =
        Files.writeString(
            dir.resolve("late.log"),
            """
            n2:30:31 [0] NCCL INFO comm 0xe4 rank 1 nRanks 2 nNodes 2 localRanks 1 localRank 0 MNNVL 0
            n2:30:30 [0] NCCL INFO ncclCommInitRank comm 0xe4 rank 1 nranks 2 cudaDev 0 nvmlDev 0 busId f01000 commId 0x52f3 - Init COMPLETE
            n2:30:30 [0] NCCL INFO AllReduce: opCount 4e sendbuff 0xe4 recvbuff 0xe4 count 5120 datatype 9 op 0 root 0 comm 0xe4 [nranks=2] stream 0xe1
            """);
    Traffic traffic = Interpretation.of(RealLogs.summary(log), Optional.empty());
    assertThat(traffic.groups()).hasSize(1);
    assertThat(traffic.groups().get(0).nNodes()).isEqualTo(2);
    assertThat(traffic.groups().get(0).members()).hasSize(1);
  }

  @Test
  void inputsOfTwoFormatsWithTheSameSizesMayBeOneRun() throws IOException {
    Path log = Files.writeString(dir.resolve("nccl.log"), calls());
    String dump =
        """
        {"version": "2.4", "pg_config": {"1": {"name": "1", "desc": "tp", "ranks": "[0, 1, 2, 3]"}},
         "entries": [{"record_id": 0, "process_group": ["1", "tp"], "profiling_name": "nccl:all_reduce",
           "input_sizes": [[%d]], "input_dtypes": ["Half"], "output_sizes": [[4096]],
           "state": "completed", "retired": true}]}
        """;
    Path same = Files.writeString(dir.resolve("same.json"), dump.formatted(4096));
    Path other = Files.writeString(dir.resolve("other.json"), dump.formatted(64));
    assertThat(Inspection.of(RealLogs.summary(log, same)).losses())
        .extracting(Loss::name)
        .containsExactly("several-recordings");
    assertThat(Inspection.of(RealLogs.summary(log, other)).losses()).isEmpty();
    assertThat(Inspection.of(RealLogs.summary(log)).losses()).isEmpty();
  }

  @Test
  void callsWrappedInADoubleSpacedTextAreReadWhereverItIsCut() throws IOException {
    String text = calls().replace(" comm 0x", " comm  \n\n0x").replace("0x5\n", "0x5 \n\n");
    Path log = Files.writeString(dir.resolve("wrapped.log"), text);
    assertThat(Inspection.of(RealLogs.summary(log)).collectives().get("AllReduce").calls())
        .hasValue(4);
    RealLogs.cut(log);
    for (long bytes = 90; bytes < 260; bytes++) {
      SummaryPieces pieces = new SummaryPieces();
      TraceFiles.read(List.of(log), ReadOptions.DEFAULT.withPieceBytes(bytes), pieces);
      assertThat(pieces.summary()).as("pieces of %d", bytes).isEqualTo(RealLogs.summary(log));
    }
  }

  private static final String INIT =
      "n1:5%1$d:5 [%1$d] NCCL INFO ncclCommInitRank comm 0x%2$s%1$d rank %1$d nranks %3$d cudaDev"
          + " %1$d nvmlDev %1$d busId %1$d000 commId 0x%2$s - Init COMPLETE%n";

  private static final String CHOICES =
      """
      n1:50:5 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}
      n1:50:5 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}
      n1:50:5 [0] NCCL INFO AllReduce: 524288 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..1}
      """;

  private static String ranks(String comm, int nRanks) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < nRanks; rank++) {
      text.append(INIT.formatted(rank, comm, nRanks));
    }
    return text.toString();
  }

  private List<MessageRow> rows(String text) throws IOException {
    Path log = Files.writeString(dir.resolve("tuning.log"), text);
    return Interpretation.of(RealLogs.summary(log), Optional.empty()).rows();
  }

  @Test
  void choicesWithoutCallsAreTheCallsOfTheOnlySizeOfCommunicator() throws IOException {
    List<MessageRow> rows = rows(ranks("a", 4) + ranks("b", 4) + CHOICES);
    assertThat(rows).extracting(MessageRow::bytes).containsExactly(8192L, 524288L);
    assertThat(rows).extracting(MessageRow::nRanks).containsOnly(4);
    assertThat(rows.get(0).choices().get(0).protocol()).isEqualTo(Protocol.LL);
    assertThat(rows.get(0).choices().get(0).count()).isEqualTo(2);
    assertThat(inspect(ranks("a", 4) + CHOICES).collectives()).isEmpty();
  }

  @Test
  void choicesThatMayBeOfCommunicatorsOfTwoSizesAreNobodys() throws IOException {
    assertThat(rows(ranks("a", 4) + ranks("b", 2) + CHOICES)).isEmpty();
  }

  /** Two first stages of a pipeline, say: each prints its own calls. */
  @Test
  void choicesOfTwoProcessesAreNotThoseOfOneRank() throws IOException {
    String other = INIT.formatted(0, "b", 4).replace("n1:50:5 [0]", "n1:60:5 [4]");
    assertThat(rows(ranks("a", 4) + other + CHOICES)).isEmpty();
  }

  @Test
  void choicesForSumsOfCallsAreNoCalls() throws IOException {
    String sums =
        """
        n1:50:5 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo 1 proto 0 time 12.500000
        n1:50:5 [0] NCCL INFO 8192 Bytes -> Algo 1 proto 0 time 12.500000
        """;
    assertThat(rows(ranks("a", 4) + sums)).isEmpty();
  }

  @Test
  void ofTheGroupsOfARasReportTheLargestCounts() throws IOException {
    Inspection read =
        inspect(
            """
            Communicators... (0.00s)
            =============

            Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
                #  in group  per comm  per node  per comm  in group
                0         4         1         4         4        16   RUNNING      OK
                1         1         4         4        16        16   RUNNING      OK
                2         8         2         1         2        16   RUNNING      OK
            """);
    assertThat(read.kind()).isEqualTo("ras-report");
    assertThat(read.ranks()).hasValue(16);
    assertThat(read.nodes()).hasValue(4);
  }

  @Test
  void aLogOfTheEndAloneNamesItsRanks() throws IOException {
    Inspection read =
        inspect(
            """
            n1:5:5 [0] NCCL INFO comm 0xa0 rank 0 nranks 4 cudaDev 0 busId 1000 - Destroy COMPLETE
            n1:5:5 [0] NCCL INFO comm 0xb0 rank 0 nranks 1 cudaDev 0 busId 1000 - Destroy COMPLETE
            n1:7:7 [2] NCCL INFO comm 0xa2 rank 2 nranks 4 cudaDev 2 busId 3000 - Destroy COMPLETE
            """);
    assertThat(read.ranks()).hasValue(4);
    assertThat(read.ranksSeen().orElseThrow()).containsExactly(0, 2);
  }

  @Test
  void aConnectionToARankThatWroteNothingLeavesTheSizeOpen() throws IOException {
    String one = "n1:5:5 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC\n";
    String other = "n1:6:6 [1] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/IPC\n";
    assertThat(inspect(one).ranks()).isEmpty();
    assertThat(inspect(one).nodes()).isEmpty();
    assertThat(inspect(one + other).ranks()).hasValue(2);
    assertThat(inspect(other).ranks()).hasValue(2);
  }

  @Test
  void aStatusLineThatNamesNoGraphSaysNothingOfOne() throws IOException {
    Inspection read =
        inspect(
            """
            [02:14:18 TP0] Decode batch. #running-req: 2, #token: 4, gen throughput (token/s): 5.0, #queue-req: 0
            [02:14:19 TP0] Decode batch. #running-req: 3, #token: 4, cuda graph: True, #queue-req: 0
            [02:14:20 TP0] Decode batch. #running-req: 9, #token: 4, cuda graph: False, #queue-req: 0
            """);
    assertThat(read.serving().cudaGraph().orElseThrow())
        .containsExactly(Optional.empty(), Optional.of(true), Optional.of(false));
  }
}
