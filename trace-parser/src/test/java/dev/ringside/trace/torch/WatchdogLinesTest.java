package dev.ringside.trace.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.WatchdogTimeout;
import org.junit.jupiter.api.Test;

/** The watchdog's reports of PyTorch 1.13 to 2.9 say what they say, and no more. */
class WatchdogLinesTest {

  private static WatchdogTimeout timeout(String line) {
    return RecordingSink.read(line + "\n", new WatchdogLines()).all(WatchdogTimeout.class).get(0);
  }

  @Test
  void aReportNamesItsGroupFrom24On() {
    WatchdogTimeout w =
        timeout(
            "[rank3]:[E1130 10:00:00.1 ProcessGroupNCCL.cpp:616] [PG ID 2 PG GUID 3(tp) Rank 3]"
                + " Watchdog caught collective operation timeout: WorkNCCL(SeqNum=55,"
                + " OpType=ALLREDUCE, NumelIn=4096, NumelOut=4096, Timeout(ms)=600000) ran for"
                + " 600026 milliseconds before timing out.");
    assertThat(w.group()).isEqualTo("2");
    assertThat(w.rank()).isEqualTo(3);
    assertThat(w.sequence()).isEqualTo(55);
    assertThat(w.elementsIn()).isEqualTo(4096);
  }

  @Test
  void aReportWithoutSequenceOrSizeIsOneAllTheSame() {
    WatchdogTimeout w =
        timeout(
            "[E ProcessGroupNCCL.cpp:719] [Rank 1] Watchdog caught collective operation timeout:"
                + " WorkNCCL(OpType=BROADCAST, Timeout(ms)=1800000) ran for 1808499 milliseconds"
                + " before timing out.");
    assertThat(w.group()).isEmpty();
    assertThat(w.sequence()).isEqualTo(-1);
    assertThat(w.op()).isEqualTo("BROADCAST");
    assertThat(w.elementsIn()).isEqualTo(-1);
    assertThat(w.ranMs()).isEqualTo(1808499);
  }

  @Test
  void shapesAreMultiplied() {
    WatchdogTimeout w =
        timeout(
            "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2,"
                + " OpType=ALLREDUCE, TensorShape=[16, 4096], Timeout(ms)=1800000) ran for 1"
                + " milliseconds before timing out.");
    assertThat(w.elementsIn()).isEqualTo(65536);
    assertThat(w.elementsOut()).isEqualTo(65536);
  }

  @Test
  void theStateOfAGroupIsReadInBothSpellings() {
    String old =
        "[E816 a.cpp:1664] [PG 0 (default_pg) Rank 3] Exception (either an error or timeout)"
            + " detected by watchdog at work: 80078, last enqueued NCCL work: 80080, last completed"
            + " NCCL work: 80077.\n";
    String recent =
        "[E816 a.cpp:2252] [PG ID 2 PG GUID 3(tp) Rank 3]  failure detected by watchdog at work"
            + " sequence id: 55 PG status: last enqueued work: 56, last completed work: 54\n";
    RecordingSink sink = RecordingSink.read(old + recent, new WatchdogLines());
    assertThat(sink.all(ProcessGroup.class))
        .extracting(ProcessGroup::lastEnqueued)
        .containsExactly(80080L, 56L);
  }
}
