package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.host.TopologyLines;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.nccl.RasLines;
import dev.ringside.trace.nsight.KernelTableLines;
import dev.ringside.trace.record.KernelSummary;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RasMismatch;
import dev.ringside.trace.record.TopologyRow;
import dev.ringside.trace.record.WatchdogTimeout;
import dev.ringside.trace.torch.WatchdogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportLinesTest {

  private static RecordingSink file(String name, LineGrammar grammar) throws IOException {
    return RecordingSink.read(
        new String(SharedData.bytes("cases/public/" + name), StandardCharsets.UTF_8), grammar);
  }

  @Test
  void watchdogLinesNameRankSequenceAndOperation() throws IOException {
    RecordingSink sink = file("27-watchdog-three-operations.log", new WatchdogLines());

    assertThat(sink.all(WatchdogTimeout.class))
        .extracting(
            t ->
                t.rank()
                    + " "
                    + t.sequence()
                    + " "
                    + t.op()
                    + " "
                    + t.elementsIn()
                    + " "
                    + t.elementsOut())
        .containsExactly(
            "7 80078 BROADCAST 5056 5056",
            "3 80078 ALLREDUCE 2106881 2106881",
            "9 80078 ALLREDUCE 2106881 2106881",
            "5 80078 _REDUCE_SCATTER_BASE 544997376 68124672");
    assertThat(sink.all(ProcessGroup.class))
        .extracting(ProcessGroup::lastEnqueued)
        .containsExactly(80078L, 80080L);
    assertThat(sink.sites()).extracting("rank").containsExactly(7, 3, 9, 5);
  }

  @Test
  void olderWatchdogsPrintAShape() {
    RecordingSink sink =
        RecordingSink.read(
            "[E ProcessGroupNCCL.cpp:475] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12, OpType=ALLREDUCE,"
                + " TensorShape=[3, 5], Timeout(ms)=1800000) ran for 1800765 milliseconds before timing out.\n",
            new WatchdogLines());

    assertThat(sink.all(WatchdogTimeout.class))
        .extracting(WatchdogTimeout::elementsIn)
        .containsExactly(15L);
  }

  @Test
  void newerWatchdogsNameTheirProcessGroup() {
    RecordingSink sink =
        RecordingSink.read(
            "[rank1]:[E816 01:45:40 ProcessGroupNCCL.cpp:632] [PG ID 2 PG GUID 5(tp) Rank 1] Watchdog"
                + " caught collective operation timeout: WorkNCCL(SeqNum=12, OpType=ALLREDUCE,"
                + " NumelIn=8, NumelOut=8, Timeout(ms)=600000) ran for 600026 milliseconds before"
                + " timing out.\n",
            new WatchdogLines());

    assertThat(sink.all(WatchdogTimeout.class))
        .containsExactly(new WatchdogTimeout(0, 1, "2", 12, "ALLREDUCE", 8, 8, 600026));
  }

  @Test
  void aRasReportNamesTheMinorityAndNotTheLate() throws IOException {
    RecordingSink sink = file("33-ras-mismatch-report.txt", new RasLines());

    assertThat(sink.all(NcclVersion.class)).containsExactly(new NcclVersion(-1, "2.26.2", "12.6"));
    assertThat(sink.all(RasCommunicators.class))
        .containsExactly(new RasCommunicators(0, 1, 4, 32, "RUNNING", "MISMATCH"));
    assertThat(sink.all(RasMismatch.class))
        .containsExactly(
            new RasMismatch(RasMismatch.Part.HEAD, "AllGather", -1, -1),
            new RasMismatch(RasMismatch.Part.COUNT, "", 640, 30),
            new RasMismatch(RasMismatch.Part.COUNT, "", 641, 2),
            new RasMismatch(RasMismatch.Part.NAMED, "", 12, -1),
            new RasMismatch(RasMismatch.Part.NAMED, "", 13, -1));
  }

  @Test
  void kernelTablesOfBothToolsGiveTimesWithTheirUnits() throws IOException {
    RecordingSink sink = file("32-kernel-summaries-two-tools.txt", new KernelTableLines());

    List<KernelSummary> rows = sink.all(KernelSummary.class);
    assertThat(rows)
        .extracting(r -> r.tool() + " " + r.instances())
        .containsExactly("nsys 4", "nsys 4040", "torch 4160", "torch 4160");
    assertThat(rows.get(0).name()).startsWith("ncclKernel_AllReduce_RING_LL_Sum_half(");
    assertThat(rows.get(0).medianUs()).isEqualTo(116.4165);
    assertThat(rows.get(0).maxUs()).isEqualTo(10416.749);
    assertThat(rows.get(2).totalUs()).isEqualTo(411204.0);
    assertThat(rows.get(3).meanUs()).isEqualTo(9.161);
  }

  @Test
  void aTopologyMatrixIsItsRowsAndNotItsLegend() throws IOException {
    RecordingSink sink = file("36-topology-matrix-hybrid.txt", new TopologyLines());

    List<TopologyRow> rows = sink.all(TopologyRow.class);
    assertThat(rows).hasSize(9);
    assertThat(rows.get(0))
        .isEqualTo(
            new TopologyRow(
                "", List.of("GPU0", "GPU1", "GPU2", "GPU3", "GPU4", "GPU5", "GPU6", "GPU7")));
    assertThat(rows.get(1).cells())
        .startsWith("X", "NV1", "NV1", "NV2", "SYS", "SYS", "NV2", "SYS");
    assertThat(rows).extracting(TopologyRow::device).endsWith("GPU7");
  }

  @Test
  void aMatrixWithNicsAndBlanksIsRead() {
    RecordingSink sink =
        RecordingSink.read(
            """
                    GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity
            GPU0     X      PHB     SYS     0-31    0
            NIC0    SYS     SYS      X
              X    = Self
              NIC0: mlx5_0
            """,
            new TopologyLines());

    assertThat(sink.all(TopologyRow.class))
        .containsExactly(
            new TopologyRow("", List.of("GPU0", "GPU1", "NIC0")),
            new TopologyRow("GPU0", List.of("X", "PHB", "SYS", "0-31", "0")),
            new TopologyRow("NIC0", List.of("SYS", "SYS", "X")));
  }
}
