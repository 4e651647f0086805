package dev.ringside.trace.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.CallStates;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.ProcessGroup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlightRecorderTest {
  private static final String CASE = "cases/public/31-flight-recorder-pending.json";
  private static final String JSON = "data/h200-tp2/shm/flight/rank0.json.gz";
  private static final String PICKLE = "data/h200-tp2/shm/flight/rank0.pickle";

  @Test
  void pendingCallsCountAndAllTensorsOfACallAddUp() throws IOException {
    RecordingSink sink = SharedData.read(new FlightJsonReader(), CASE);

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(131072L, 2, 8192L, 2, 80L, 1));
    assertThat(sink.sizes(Collective.ALL_GATHER)).isEqualTo(Map.of(1026048L, 1));
    assertThat(sink.all(CallStates.class))
        .containsExactlyInAnyOrder(
            new CallStates(0, Collective.ALL_REDUCE, 3, 2),
            new CallStates(0, Collective.ALL_GATHER, 1, 0));
    assertThat(sink.all(ProcessGroup.class))
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.nRanks()).isEqualTo(4);
              assertThat(group.lastEnqueued()).isEqualTo(6);
              assertThat(group.lastStarted()).isEqualTo(-1);
              assertThat(group.lastCompleted()).isEqualTo(4);
            });
    assertThat(sink.all(NcclVersion.class)).extracting("nccl").containsExactly("2.27.5");
    assertThat(sink.sites()).extracting("rank").containsExactly(-1);
  }

  @Test
  void pickleAndJsonOfOneDumpHaveTheSameCalls() throws IOException {
    RecordingSink json = SharedData.read(new FlightJsonReader(), JSON);
    RecordingSink pickle = SharedData.read(new FlightPickleReader(), PICKLE);

    assertThat(json.losses()).isEmpty();
    assertThat(pickle.losses()).isEmpty();
    assertThat(withoutOffsets(pickle)).isEqualTo(withoutOffsets(json));
    assertThat(pickle.all(CallStates.class)).isEqualTo(json.all(CallStates.class));
    assertThat(pickle.all(ProcessGroup.class)).isEqualTo(json.all(ProcessGroup.class));
    assertThat(pickle.sites()).isEqualTo(json.sites()).extracting("rank").containsExactly(0);
  }

  private static List<RecordingSink.Call> withoutOffsets(RecordingSink sink) {
    return sink.calls().stream()
        .map(
            c ->
                new RecordingSink.Call(
                    c.site(),
                    c.comm(),
                    c.op(),
                    c.type(),
                    c.redOp(),
                    c.count(),
                    c.root(),
                    c.nRanks(),
                    c.stream(),
                    0))
        .toList();
  }

  @Test
  void theDumpOfAServingRunHasTwoEagerPassesADecodeSizeAndThePrefill() throws IOException {
    Map<Long, Integer> expected =
        new TreeMap<>(Map.of(4L, 14, 2L << 20, 32, 4L << 20, 416, 16L << 20, 416));
    for (int batch : new int[] {64, 56, 48, 40, 32, 24, 16, 12, 8, 4, 2, 1}) {
      expected.put(batch * 8192L, 64);
    }
    assertThat(SharedData.read(new FlightJsonReader(), JSON).sizes(Collective.ALL_REDUCE))
        .isEqualTo(expected);
  }

  @Test
  void aPickleCutAnywhereGivesTheEntriesBeforeTheCutAndALoss() throws IOException {
    byte[] content = SharedData.bytes(PICKLE);
    List<RecordingSink.Call> all =
        SharedData.read(new FlightPickleReader(), PICKLE, content).calls();
    int last = 0;
    for (int length = 2; length < content.length; length += 9973) {
      RecordingSink sink =
          SharedData.read(new FlightPickleReader(), PICKLE, Arrays.copyOf(content, length));

      assertThat(sink.losses()).extracting("name").containsExactly("unreadable-pickle");
      assertThat(sink.calls()).hasSizeBetween(last, all.size());
      last = sink.calls().size();
    }
    assertThat(last).isGreaterThan(all.size() / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cos\nsystem\n(S'id'\ntR.", // GLOBAL, REDUCE
        "\u0080\u0002c__builtin__\neval\n.",
        "\u0080\u0004\u008c\u0002os\u008c\u0006system\u0093.", // STACK_GLOBAL
        "\u0080\u0002}\u0081.", // NEWOBJ
        "\u0080\u0002K\u0001Q.", // BINPERSID
        "\u0080\u0002}b.", // BUILD
        "\u0080\u0002\u0082\u0001." // EXT1
      })
  void aPickleThatBuildsMoreThanDataIsRefused(String pickle) throws IOException {
    byte[] content = pickle.getBytes(StandardCharsets.ISO_8859_1);
    RecordingSink sink = SharedData.read(new FlightPickleReader(), "rank_0", content);

    assertThat(sink.calls()).isEmpty();
    assertThat(sink.losses()).singleElement().extracting("name").isEqualTo("unreadable-pickle");
    assertThat(sink.losses())
        .singleElement()
        .extracting("detail")
        .asString()
        .contains("no plain data");
  }

  @Test
  void everyPickleProtocolGivesTheSameData() throws IOException {
    // {'a': [1, -2, 300, 70000, 2**40, True, False, None, 1.5, 'x', ('y',)]}, written by CPython
    List<String> pickles =
        List.of(
            "(dp0\nVa\np1\n(lp2\nI1\naI-2\naI300\naI70000\naL1099511627776L\naI01\naI00\naNaF1.5\naVx\np3\na(Vy\np4\ntp5\nas.",
            "\u0080\u0002}q\u0000X\u0001\u0000\u0000\u0000aq\u0001]q\u0002(K\u0001J\u00fe\u00ff\u00ff\u00ffM,\u0001Jp\u0011\u0001\u0000"
                + "\u008a\u0006\u0000\u0000\u0000\u0000\u0000\u0001\u0088\u0089NG?\u00f8\u0000\u0000\u0000\u0000\u0000\u0000"
                + "X\u0001\u0000\u0000\u0000xq\u0003X\u0001\u0000\u0000\u0000yq\u0004\u0085q\u0005es.",
            "\u0080\u0004}\u0094\u008c\u0001a\u0094]\u0094(K\u0001J\u00fe\u00ff\u00ff\u00ffM,\u0001Jp\u0011\u0001\u0000"
                + "\u008a\u0006\u0000\u0000\u0000\u0000\u0000\u0001\u0088\u0089NG?\u00f8\u0000\u0000\u0000\u0000\u0000\u0000"
                + "\u008c\u0001x\u0094\u008c\u0001y\u0094\u0085\u0094es.");
    for (String pickle : pickles) {
      Object value =
          PickleReader.read(
              new ByteArrayInputStream(pickle.getBytes(StandardCharsets.ISO_8859_1)), Set.of());
      assertThat(value)
          .isEqualTo(
              Map.of(
                  "a",
                  List.of(
                      1L,
                      -2L,
                      300L,
                      70000L,
                      1L << 40,
                      true,
                      false,
                      java.util.Optional.empty(),
                      1.5,
                      "x",
                      List.of("y"))));
    }
  }

  @Test
  void aPickleThatGrowsWithoutEndIsRefused() throws IOException {
    byte[] lists = new byte[4 << 20];
    Arrays.fill(lists, (byte) ']');
    lists[0] = (byte) 0x80;
    lists[1] = 2;
    RecordingSink sink = SharedData.read(new FlightPickleReader(), "rank_0", lists);

    assertThat(sink.losses())
        .singleElement()
        .extracting("detail")
        .asString()
        .contains("larger than");
  }

  @Test
  void stacksOfEntriesAreDroppedWhileReading() throws IOException {
    String entry =
        "}(X\u0006\u0000\u0000\u0000frames](}X\u0004\u0000\u0000\u0000lineK\u0001se"
            + "X\u0001\u0000\u0000\u0000aK\u0002u";
    byte[] content = ("\u0080\u0002" + entry + ".").getBytes(StandardCharsets.ISO_8859_1);

    assertThat(PickleReader.read(new ByteArrayInputStream(content), Set.of("frames")))
        .isEqualTo(Map.of("a", 2L));
  }
}
