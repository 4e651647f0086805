package dev.ringside.trace.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class KinetoReaderTest {
  private static final String CASE = "cases/public/28-kineto-c10d-metadata.json";
  private static final String TRACE = "data/h200-tp2/shm/kineto/rank0.pt.trace.json.gz";

  private final KinetoReader reader = new KinetoReader();

  private RecordingSink read(String text) throws IOException {
    return SharedData.read(reader, "trace.json", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aCallWithMetadataOnOperatorAndKernelIsCountedOnce() throws IOException {
    RecordingSink sink = SharedData.read(reader, CASE, SharedData.bytes(CASE));

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE))
        .isEqualTo(Map.of(8192L, 2, 65536L, 1, 2097152L, 1, 16777216L, 1, 4L, 1));
    assertThat(sink.sizes(Collective.ALL_GATHER)).isEqualTo(Map.of(64128L, 1));
    assertThat(sink.kernels())
        .filteredOn(k -> k.bytes() == 8192)
        .extracting("us")
        .containsExactly(18.2, 17.9);
    assertThat(sink.sites()).extracting("rank").containsExactly(0);
    assertThat(sink.all(NcclVersion.class)).extracting("nccl").containsExactly("2.27.5");
    assertThat(sink.all(HostFact.class))
        .extracting("value")
        .contains("NVIDIA H100 80GB HBM3", "9.0");
    assertThat(sink.all(ProcessGroup.class))
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.description()).isEqualTo("tp");
              assertThat(group.ranks()).containsExactly(0, 1, 2, 3);
            });
  }

  @Test
  void kernelsOfGraphsAreCountedByLaunchAndHaveNoSize() throws IOException {
    RecordingSink sink = SharedData.read(reader, TRACE, SharedData.bytes(TRACE));

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(2097152L, 32));
    assertThat(sink.kernels()).hasSize(32 + 36 * 32);
    assertThat(sink.kernels())
        .filteredOn("replayed", true)
        .hasSize(36 * 32)
        .allMatch(k -> k.bytes() == -1);
    List<GraphLaunches> launches = sink.all(GraphLaunches.class);
    assertThat(launches.stream().mapToLong(GraphLaunches::launches).sum()).isEqualTo(36);
    assertThat(launches)
        .allSatisfy(
            run ->
                assertThat(run.kernels().stream().mapToInt(GraphLaunches.Part::perLaunch).sum())
                    .isEqualTo(32));
    // 32 calls of about 10 us at batch 1, of about 50 us at batch 64, in steps of 1.9 to 3.4 ms.
    assertThat(launches)
        .extracting(run -> run.allReduce().orElseThrow())
        .allMatch(s -> 0.15 < s.low() && s.low() <= s.mid() && s.mid() <= s.high())
        .allMatch(s -> s.high() < 0.55);
  }

  @Test
  void cuttingEventsOutOfTheStreamSaysWhatAFullParseSays() throws IOException {
    for (String name : List.of(CASE, TRACE)) {
      byte[] content = SharedData.bytes(name);
      RecordingSink cut = SharedData.read(reader, name, content);
      RecordingSink full = fullParse(content);

      assertThat(cut.calls()).isEqualTo(full.calls()).isNotEmpty();
      assertThat(cut.kernels()).isEqualTo(full.kernels()).isNotEmpty();
      assertThat(cut.all(GraphLaunches.class)).isEqualTo(full.all(GraphLaunches.class));
    }
  }

  /** The plain twin: every event through Jackson. */
  private static RecordingSink fullParse(byte[] content) {
    RecordingSink sink = new RecordingSink();
    KinetoCalls calls = new KinetoCalls(new Source("trace.json", "kineto-trace"), sink);
    calls.rank(0);
    KinetoEvent event = new KinetoEvent();
    try (JsonParser p = new JsonFactory().createParser(ObjectReadContext.empty(), content)) {
      while (!"traceEvents".equals(p.currentName()) || p.currentToken() != JsonToken.START_ARRAY) {
        p.nextToken();
      }
      while (p.nextToken() == JsonToken.START_OBJECT) {
        long offset = p.currentTokenLocation().getByteOffset();
        event.read(p);
        calls.event(event, offset);
      }
    }
    calls.finish();
    return sink;
  }

  @Test
  void aTraceCutAnywhereKeepsTheCallsBeforeTheCut() throws IOException {
    byte[] content = SharedData.bytes(CASE);
    List<RecordingSink.Call> all = SharedData.read(reader, CASE, content).calls();
    for (int length = 0; length < content.length; length += 97) {
      RecordingSink sink = SharedData.read(reader, CASE, Arrays.copyOf(content, length));

      assertThat(sink.calls()).isEqualTo(all.subList(0, sink.calls().size()));
      assertThat(sink.losses()).as("cut at %d", length).isNotEmpty();
    }
  }

  @Test
  void aDamagedEventTakesNoOtherWithIt() throws IOException {
    byte[] content = SharedData.bytes(CASE);
    List<RecordingSink.Call> all = SharedData.read(reader, CASE, content).calls();
    String text = new String(content, StandardCharsets.UTF_8);
    int second = text.indexOf("\"External id\": 1001");
    for (String broken :
        List.of(
            "\"External id: 1001",
            "External id\": 1001",
            "}\"External id\": 1001",
            "{\"External id\": 1001")) {
      String damaged = text.substring(0, second) + broken + text.substring(second + 19);

      RecordingSink sink = read(damaged);

      // the kernel of the damaged operator event still tells of the call
      assertThat(sink.calls()).as(broken).hasSameSizeAs(all);
      assertThat(sink.losses()).as(broken).isNotEmpty();
    }
  }

  @Test
  void kernelsOfEveryFamilyAreFoundAmongOthers() throws IOException {
    List<String> names =
        List.of(
            "ncclDevKernel_Generic(int)",
            "ncclSymkDevKernel_AllReduce_AGxLL_R_sum_bf16(int)",
            "void vllm::cross_device_reduce_1stage<int>(int)",
            "void (anonymous namespace)::all_reduce_two_shot_kernel<int>(int)",
            "void tensorrt_llm::twoShotAllReduceKernel<int>(int)",
            "void flashinfer::moe_finalize_allreduce_fusion_kernel_oneshot<int>(int)",
            "oneshotAllreduceFusionKernel<int>(int)",
            "void multimem_all_reduce_kernel<int>(int)",
            "void quickreduce::allreduce_prototype_twoshot<int>(int)",
            "void mscclpp::allreduce_packet<int>(int)");
    StringBuilder trace = new StringBuilder("{\"traceEvents\": [\n");
    for (String name : names) {
      trace
          .append(kernel(name))
          .append(",\n")
          .append(kernel("void reduce_kernel<int>(int)"))
          .append(",\n");
    }
    RecordingSink sink = read(trace + kernel("gemm") + "]}");

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.kernels()).hasSameSizeAs(names);
  }

  private static String kernel(String name) {
    return "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \""
        + name
        + "\", \"ts\": 1.5, \"dur\": 2.0, \"args\": {\"grid\": [4, 1, 1], \"block\": [64, 2, 1]}}";
  }

  @Test
  void sizesOfAnEnginesOwnOperatorGoToTheKernelThatItLaunched() throws IOException {
    RecordingSink sink =
        read(
            """
            {"traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "vllm::all_reduce", "pid": 1, "ts": 1.0, "dur": 2.0,
             "args": {"External id": 7, "Input Dims": [[16, 4096], []], "Input type": ["c10::BFloat16", ""]}},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(int)", "pid": 0, "ts": 2.0, "dur": 9.5,
             "args": {"External id": 7, "correlation": 1, "grid": [4, 1, 1], "block": [64, 1, 1]}},
            {"ph": "X", "cat": "kernel", "name": "void vllm::cross_device_reduce_1stage<int>(int)", "pid": 0, "ts": 3.0, "dur": 4.5,
             "args": {"External id": 8, "correlation": 2, "grid": [4, 1, 1], "block": [64, 1, 1]}}
            ]}
            """);

    assertThat(sink.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(131072L, 1));
    assertThat(sink.kernels())
        .extracting(k -> k.bytes() + " " + k.us() + " " + k.replayed())
        .containsExactly("131072 9.5 false", "-1 4.5 false");
  }

  @Test
  void detectionLooksAtTheContent() throws IOException {
    assertThat(reader.detects(peek("{\"schemaVersion\": 1, \"deviceProperties\": ["))).isTrue();
    assertThat(reader.detects(peek("[{\"ph\":\"X\",\"cat\":\"cpu_op\"}]"))).isTrue();
    assertThat(reader.detects(peek("{\"version\": \"2.5\", \"entries\": []}"))).isFalse();
    assertThat(reader.detects(peek("node:1:1 [0] NCCL INFO traceEvents"))).isFalse();
  }

  private static Peek peek(String text) {
    return new Peek(text.getBytes(StandardCharsets.UTF_8));
  }
}
