package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.io.RecordingSink.Choice;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that other writers cut, ran into, or stripped. */
class GluedRecordsTest {

  private static final String HEADER = "node03:13151:13938 [0] NCCL INFO ";
  private static final String CALL =
      "AllReduce: opCount 1a sendbuff 0x100a5a3800 recvbuff 0x1005160d00 count 64 datatype 7 op 0"
          + " root 0 comm 0x7f0e230baef0 [nranks=2] stream 0x7f0238c48700";

  private static RecordingSink read(String text) {
    return Readings.read(text, new NcclLines());
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aControlByteInsideAnInitLineEndsTheLineAndNotTheReading() {
    String init = "ncclCommInitRank comm 0x561dd0a09880 rank 0 nranks 24 ";
    RecordingSink sink =
        read(
            HEADER
                + init
                + "\u0001cudaDev 0 - Init COMPLETE\n"
                + HEADER
                + init
                + "cudaDev 0 commId 0x1d3a - Init COMPLETE\n");

    assertThat(sink.all(CommunicatorInit.class)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[2026-05-13 18:01:41] ", "12 ", "(Worker pid=7)  "})
  void aHostWhoseFirstLabelIsANumberKeepsIt(String prefix) {
    RecordingSink sink = read(prefix + HEADER.replace("node03", "1.compute") + CALL + "\n");
    assertThat(sink.all(Call.class).get(0).site().host()).isEqualTo("1.compute");
  }

  @Test
  void twoCallsOnOneLineAreTwoCallsOfTheirOwnWriters() {
    RecordingSink sink = read(HEADER + CALL + "node04:13151:13939 [1] NCCL INFO " + CALL + "\n");
    assertThat(sink.all(Call.class))
        .extracting(call -> call.site().host())
        .containsExactly("node03", "node04");
    assertThat(sink.all(Call.class)).extracting(Call::stream).containsOnly(0x7f0238c48700L);
    assertThat(sink.all(Loss.class)).isEmpty();
  }

  @Test
  void aCallCutByAnotherRecordIsLostAndTheOtherIsRead() {
    for (int cut = "AllReduce: opCount ".length(); cut < CALL.indexOf("stream"); cut++) {
      RecordingSink sink =
          read(HEADER + CALL.substring(0, cut) + "node03:13151:13939 [1] NCCL INFO " + CALL + "\n");
      assertThat(sink.all(Call.class)).as("cut at %d", cut).hasSize(1);
      assertThat(sink.all(Call.class).get(0).site().host()).isEqualTo("node03");
      assertThat(sink.all(Call.class).get(0).site().tid()).isEqualTo(13939);
      assertThat(sink.all(Loss.class)).extracting(Loss::name).containsExactly("torn-by-record");
    }
  }

  private static List<String> losses(String text) {
    return read(text).all(Loss.class).stream().map(Loss::name).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node03:13151:",
        "node03:13151:139",
        "node03:13151:13938 [",
        "node03:13151:13938 [0] NCCL IN",
        "node03:13151:13938 [0] NCCL INFO AllReduce: 81",
        "node03:13151:13938 [0] NCCL INFO AllReduce: 8192 Byt",
        "node03:13151:13938 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RI",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1]",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/CU",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM/re",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] [send] via NET/IB/3/GDR",
      })
  void anEndInsideARecordIsSaid(String end) {
    String whole = HEADER + "Using network IB\n";
    assertThat(losses(whole + end)).containsExactly("truncated-record");
    assertThat(read(whole + end).all(ChannelConnection.class)).isEmpty();
    assertThat(read(whole + end).all(Choice.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "done",
        "10:20:30",
        "see localhost:8000",
        "node03:13151:13938 [0] NCCL INFO Using network IB",
        "node03:13151:13938 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/direct pointer",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/IPC/read",
        "node03:13151:13938 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] [send] via NET/IBext_v10/1",
      })
  void aLineThatOnlyLacksItsEndIsWhole(String end) {
    assertThat(losses(HEADER + "Using network IB\n" + end)).isEmpty();
  }

  @Test
  void escapedLineEndsAreNoPartOfARecord() {
    String channel = "Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM";
    RecordingSink sink =
        read(HEADER + channel + "\\n" + HEADER + channel + "\\r\\n" + HEADER + channel + "\\n\n");
    assertThat(sink.all(ChannelConnection.class))
        .hasSize(3)
        .allMatch(c -> c.transport().equals("P2P/CUMEM"));
  }

  @Test
  void aLogThatWasEmptiedWhileItWasWrittenGoesOnBehindZeros() {
    RecordingSink sink = read("\0".repeat(300) + HEADER + CALL + "\n" + HEADER + CALL + "\n");
    assertThat(sink.all(Call.class)).hasSize(2);
    assertThat(sink.all(Loss.class)).extracting(Loss::name).containsExactly("zero-bytes");
  }

  @Test
  void anInitCutByAnotherRecordIsLost() {
    RecordingSink sink =
        read(
            "2024-10-23T19:30:56.633819710Z svc-78d9-q:327:458 [1] NCCL INFO comm 0x26125850 rank"
                + " 1 nranks 4 cudaDev 1 nvmsvc-78d9-q:329:329 [3] NCCL INFO Using network IB\n");
    assertThat(sink.all(CommunicatorInit.class)).isEmpty();
    assertThat(sink.all(Loss.class)).extracting(Loss::name).containsExactly("torn-by-record");
    assertThat(sink.siteOf(1)).isEqualTo(new CallSite("svc-78d9-q", 329, 329, 3, -1));
  }

  @Test
  void whatStandsAroundRecordsGoesToTheOtherGrammars() {
    List<String> rest = new ArrayList<>();
    String text =
        "[0]           64            16     float     sum      -1[0] node01:1:1 [0] NCCL INFO 64"
            + " Bytes -> Algo 0 proto 0 time 25.207382\n"
            + "[0]     62.11    0.00    0.00      0node01:1:1 [0] NCCL INFO 64 Bytes -> Algo 0"
            + " proto 0 time 25.207382\n"
            + HEADER
            + "AllReduce: 4096 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}INFO 05-12 x\n";
    RecordingSink sink =
        Readings.read(
            text.getBytes(StandardCharsets.US_ASCII),
            new NcclLines(),
            (a, from, to, line) -> {
              assertThat(line.isFragment()).isTrue();
              rest.add(Bytes.text(a, from, to).strip());
              return true;
            });
    assertThat(rest)
        .containsExactly(
            "64            16     float     sum      -1",
            "62.11    0.00    0.00      0",
            "INFO 05-12 x");
    assertThat(sink.all(Choice.class))
        .extracting(choice -> choice.site().host())
        .containsExactly("node01", "node01", "node03");
  }

  @Test
  void aWrappedCallIsJoinedWhereverItWasWrapped() {
    for (int cut = "AllReduce: opCount ".length(); cut < CALL.length() - 14; cut++) {
      String head = CALL.substring(0, cut).stripTrailing();
      String tail = CALL.substring(cut).stripLeading();
      RecordingSink sink = read(HEADER + head + "\n" + tail + "\n");
      assertThat(sink.all(Call.class)).as("wrapped at %d", cut).hasSize(1);
      assertThat(sink.all(Call.class).get(0).count()).isEqualTo(64);
      assertThat(sink.all(Loss.class)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'NCCL INFO Using network IB', '', -1, -1, -1",
    "'[3] NCCL INFO Using network IB', '', -1, -1, 3",
    "'(RayWorker pid=77, ip=192.0.2.1) NCCL INFO Using network IB', '', 77, -1, -1",
    "'n1:5:6 [-1] NCCL INFO Using network IB', n1, 5, 6, -1",
    "'n1:5:6 [2] 1558545003174220 NCCL INFO Using network IB', n1, 5, 6, 2",
    "'[12:01:02.123] n1:5:6 [2] NCCL INFO Using network IB', n1, 5, 6, 2",
    "'May 12 08:01:09 n1 docker[9]: n1:5:6 [2] NCCL INFO Using network IB', n1, 5, 6, 2",
  })
  void writersAreReadAsFarAsTheyArePrinted(
      String line, String host, long pid, long tid, int device) {
    CallSite site = read(line + "\n").siteOf(0);
    assertThat(site.host()).isEqualTo(host);
    assertThat(site.pid()).isEqualTo(pid);
    assertThat(site.tid()).isEqualTo(tid);
    assertThat(site.device()).isEqualTo(device);
  }

  @ParameterizedTest
  @CsvSource({
    "'n1:5:6 [0] init.cc:497 NCCL WARN boom', init.cc:497",
    "'n1:5:6 [0] init.cc:497 (ncclCommInitRank) NCCL WARN boom', init.cc:497",
    "'n1:5:6 [0] ofi_process_cq:196 NCCL WARN boom', ofi_process_cq:196",
    "'[2026-05-13 18:01:41] n1:5:6 [0] init.cc:497 NCCL WARN boom', init.cc:497",
    "'misc/ibvwrap.cc:63 NCCL WARN boom', misc/ibvwrap.cc:63",
    "'NCCL WARN boom', ''",
  })
  void warningsSayWhereTheyComeFrom(String line, String where) {
    assertThat(read("\n" + line + "\n").all(Message.class))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.level()).isEqualTo("WARN");
              assertThat(warning.where()).isEqualTo(where);
              assertThat(warning.text()).isEqualTo("boom");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'[E816 01:45:40 ProcessGroupNCCL.cpp:607] Watchdog caught NCCL timeout'",
    "'[I521 16:05:33 a.cpp:827] set key:/default_pg/0//cuda//NCCL_4_trace_start'",
    "'vLLM is using nccl==2.20.5'",
    "'NCCL git version master 3619159'",
  })
  void linesThatOnlyNameNcclAreNoRecords(String line) {
    assertThat(read(line + "\n").events()).isEmpty();
  }
}
