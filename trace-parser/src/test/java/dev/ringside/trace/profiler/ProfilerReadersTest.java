package dev.ringside.trace.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilerReadersTest {
  private static final String EXAMPLE = "cases/public/29-profiler-plugin-not-json.json";
  private static final String INSPECTOR = "cases/public/30-inspector-mixed-versions.jsonl";

  private static RecordingSink example(String... lines) throws IOException {
    return SharedData.read(
        new ExampleProfilerReader(),
        "dump.json",
        String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void callsOfTheExampleProfilerAreItsCollEventsAlone() throws IOException {
    RecordingSink sink = SharedData.read(new ExampleProfilerReader(), EXAMPLE);

    assertThat(sink.sizes(Collective.ALL_REDUCE))
        .isEqualTo(Map.of(8388608L, 2, 8192L, 2, 16777216L, 1));
    assertThat(sink.calls())
        .extracting(c -> Long.toUnsignedString(c.comm()))
        .containsOnly("13390184420417255981");
    assertThat(sink.all(RecordingSink.Choice.class))
        .extracting(c -> c.of().bytes() + " " + c.of().algorithm() + "/" + c.of().protocol())
        .containsExactly(
            "8388608 RING/LL128",
            "8388608 RING/LL128",
            "8192 TREE/LL",
            "8192 TREE/LL",
            "16777216 NVLS/SIMPLE");
    assertThat(sink.kernels()).hasSize(5).allMatch(k -> Double.isNaN(k.us()));
    assertThat(sink.sites()).extracting("rank").containsExactly(0);
    assertThat(sink.losses()).extracting("name").containsExactly("truncated");
  }

  @Test
  void aClosedDumpOfBareWordsAndNullPointersIsReadWithoutLoss() throws IOException {
    RecordingSink sink =
        SharedData.read(
            new ExampleProfilerReader(), "data/h200-tp2/shm/profiler/example_profiler_rank0.json");

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.calls()).hasSize(160);
    assertThat(sink.calls())
        .filteredOn(c -> c.type() != DataType.BFLOAT16)
        .allMatch(c -> c.bytes() == 4);
    assertThat(sink.calls()).extracting("stream").contains(0L);
    assertThat(sink.kernels()).filteredOn(k -> k.us() > 0).isNotEmpty();
  }

  @Test
  void olderReleasesNameChannelsAndTypesDifferently() throws IOException {
    RecordingSink sink =
        example(
            "[",
            "{\"name\": \"AllReduce\", \"cat\": \"COLL\", \"ph\": \"b\", \"id\": 0, \"pid\": 1, \"tid\": 1, \"ts\": 1.0,"
                + " \"args\": {\"SeqNum\": 0, \"CommHash\": 7, \"Rank\": 1, \"Count\": 16, \"Datatype\": 9,"
                + " \"Algorithm\": \"RING\", \"Protocol\": \"SIMPLE\", \"nMaxChannels\": 8}},",
            "{}]");

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(32L, 1));
    assertThat(sink.all(RecordingSink.Choice.class))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.of().channels()).isEqualTo(8);
              assertThat(c.of().protocol()).isEqualTo(Protocol.SIMPLE);
            });
  }

  @Test
  void sendsAndReceivesCountWithTheirPeer() throws IOException {
    String event =
        "{\"name\": \"%s\", \"cat\": \"P2P\", \"ph\": \"b\", \"id\": 0, \"pid\": 1, \"tid\": 1, \"ts\": 1.0,"
            + " \"args\": {\"CommHash\": 7, \"Rank\": 1, \"Peer\": 3%s, \"Datatype\": \"ncclFloat32\","
            + " \"nChannels\": 2}},";
    RecordingSink sink =
        example(
            "[",
            event.formatted("Send", ", \"Count\": 16"),
            event.formatted("Recv", ", \"Count\": 8"),
            event.formatted("Recv", ""),
            "{}]");

    assertThat(sink.calls())
        .extracting(c -> c.op() + " " + c.bytes() + " " + c.root())
        .containsExactly("SEND 64 3", "RECV 32 3");
    assertThat(sink.losses()).extracting("name").containsExactly("damaged-record");
  }

  @Test
  void aTornLineOfADumpIsOneLossAndNoMore() throws IOException {
    byte[] content = SharedData.bytes(EXAMPLE);
    String text = new String(content, StandardCharsets.UTF_8);
    int second = text.indexOf("\"SeqNum\": 1");

    RecordingSink sink = example(text.substring(0, second) + "\n" + text.substring(second));

    assertThat(sink.sizes(Collective.ALL_REDUCE))
        .isEqualTo(Map.of(8388608L, 1, 8192L, 2, 16777216L, 1));
    assertThat(sink.losses()).extracting("name").contains("damaged-record");
  }

  @Test
  void inspectorRecordsOfAllShapesCountForTheirRankAndCommunicator() throws IOException {
    RecordingSink sink = SharedData.read(new InspectorReader(), INSPECTOR);

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE))
        .isEqualTo(Map.of(8192L, 4, 2097152L, 2, 17179869184L, 2, 2360832L, 1));
    assertThat(sink.sizes(Collective.REDUCE_SCATTER)).isEqualTo(Map.of(2147483648L, 1));
    assertThat(sink.sizes(Collective.SEND)).isEqualTo(Map.of(65536L, 1));
    assertThat(sink.all(CommunicatorInit.class))
        .extracting(c -> Long.toHexString(c.commId()) + " " + c.rank() + "/" + c.nRanks())
        .containsExactly(
            "7f89079b38f561 0/8", "7f89079b38f561 1/8", "ad5375c9c374ef 1/3", "7f89079b38f561 4/8");
    assertThat(sink.kernels()).filteredOn("replayed", true).hasSize(4);
    assertThat(sink.kernels())
        .filteredOn(k -> k.bytes() == 2360832)
        .extracting("us")
        .containsExactly(5663.0);
  }

  @ParameterizedTest
  @CsvSource({"node01-0.log.gz", "node01-1.log.gz", "verbose-0.log", "verbose-1.log"})
  void inspectorFilesOfARunAreReadWithoutLoss(String name) throws IOException {
    String path = "data/h200-tp2/shm/inspector/" + name;
    RecordingSink sink = SharedData.read(new InspectorReader(), path);
    long lines = new String(SharedData.bytes(path), StandardCharsets.UTF_8).lines().count();

    assertThat(sink.losses())
        .allMatch(l -> l.name().equals("records-dropped") && l.severity() == Severity.INFO);
    assertThat(sink.calls()).hasSize((int) lines).allMatch(c -> c.nRanks() == 2);
  }

  @Test
  void callsThatAProfilerDidNotKeepAreCountedByTheirNumbers() throws IOException {
    String event =
        "{\"name\": \"AllReduce\", \"cat\": \"COLL\", \"ph\": \"b\", \"id\": 0, \"pid\": 1,"
            + " \"args\": {\"SeqNum\": %d, \"CommHash\": 7, \"Rank\": 0, \"Count\": 4,"
            + " \"Datatype\": \"ncclFloat32\"}},\n";
    String dump = "[\n" + event.formatted(10) + event.formatted(11) + event.formatted(14) + "{}]\n";
    RecordingSink sink =
        SharedData.read(
            new ExampleProfilerReader(), "x.json", dump.getBytes(StandardCharsets.UTF_8));
    assertThat(sink.losses())
        .singleElement()
        .satisfies(
            l -> {
              assertThat(l.name()).isEqualTo("records-dropped");
              assertThat(l.detail()).startsWith("12 calls");
              assertThat(l.offset()).isEqualTo(2);
            });
  }

  @Test
  void callsOutOfOrderAreNotMissing() throws IOException {
    String event =
        "{\"name\": \"AllReduce\", \"cat\": \"COLL\", \"ph\": \"b\", \"id\": 0, \"pid\": 1,"
            + " \"args\": {\"SeqNum\": %d, \"CommHash\": 7, \"Rank\": 0, \"Count\": 4,"
            + " \"Datatype\": \"ncclFloat32\"}},\n";
    StringBuilder dump = new StringBuilder("[\n");
    for (int number : new int[] {0, 1, 2, 3, 5, 4, 6}) {
      dump.append(event.formatted(number));
    }
    byte[] bytes = dump.append("{}]\n").toString().getBytes(StandardCharsets.UTF_8);
    RecordingSink sink = SharedData.read(new ExampleProfilerReader(), "x.json", bytes);
    // Number 4 was missing when 5 came; nothing else was.
    assertThat(sink.losses())
        .singleElement()
        .satisfies(l -> assertThat(l.detail()).startsWith("1 calls"));
  }

  @Test
  void aDamagedInspectorLineTakesNoOtherWithIt() throws IOException {
    List<String> lines =
        new String(SharedData.bytes(INSPECTOR), StandardCharsets.UTF_8).lines().toList();
    for (String broken :
        List.of(
            lines.get(1).substring(0, 200),
            lines.get(1).replace("\"coll_sn\"", "coll_sn\""),
            "noise {\"x\":1}",
            lines.get(1).replace("},\"coll_perf", ",\"coll_perf"))) {
      String text =
          lines.get(0) + "\n" + broken + "\n" + String.join("\n", lines.subList(2, lines.size()));

      RecordingSink sink =
          SharedData.read(new InspectorReader(), "x.log", text.getBytes(StandardCharsets.UTF_8));

      assertThat(sink.sizes(Collective.ALL_REDUCE))
          .as(broken)
          .containsEntry(8192L, 3)
          .containsEntry(2097152L, 2);
      assertThat(sink.losses()).as(broken).isNotEmpty();
    }
  }

  @Test
  void ranksOfOneProcessAreMembersOfTheirOwn() throws IOException {
    String record =
        "{\"header\":{\"id\":\"0xabc\",\"rank\":%d,\"n_ranks\":2,\"nnodes\":1},\"metadata\":{\"hostname\":\"h\","
            + "\"pid\":7},\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":1,\"coll_msg_size_bytes\":16384}}\n";
    RecordingSink sink =
        SharedData.read(
            new InspectorReader(),
            "h-pid7.log",
            (record.formatted(0) + record.formatted(1)).getBytes(StandardCharsets.UTF_8));
    assertThat(sink.all(CommunicatorInit.class))
        .extracting(CommunicatorInit::commId)
        .containsExactly(0xabcL, 0xabcL);
    assertThat(sink.calls()).extracting(RecordingSink.Call::comm).doesNotHaveDuplicates();
  }
}
