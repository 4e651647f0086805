package dev.ringside.trace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.CaptureSizes;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.EngineStep;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.PaddedBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineLinesTest {
  private static final String VLLM = "(EngineCore_DP0 pid=107) INFO 05-12 07:58:31 [core.py:93] ";

  private static RecordingSink read(String... lines) {
    return RecordingSink.read(String.join("\n", lines) + "\n", new EngineLines());
  }

  private static RecordingSink file(String name) throws IOException {
    return RecordingSink.read(
        new String(SharedData.bytes("cases/public/" + name), StandardCharsets.UTF_8),
        new EngineLines());
  }

  private static Map<String, String> settings(RecordingSink sink) {
    Map<String, String> settings = new LinkedHashMap<>();
    sink.all(EngineSetting.class).forEach(s -> settings.put(s.key(), s.value()));
    return settings;
  }

  @Test
  void aVllmLogTellsConfigurationBackendsAndBatches() throws IOException {
    RecordingSink sink = file("25-vllm-v1-serving-custom-allreduce.log");

    assertThat(settings(sink))
        .containsEntry("version", "0.11.0")
        .containsEntry("model", "/models/example-8b")
        .containsEntry("dtype", "bfloat16")
        .containsEntry("tensor_parallel_size", "2")
        .containsEntry("max_num_seqs", "256")
        .containsEntry("enforce_eager", "False")
        .containsEntry("cudagraph_max_size", "256")
        .containsEntry("custom_allreduce.graph_addresses", "2275");
    assertThat(sink.all(CaptureSizes.class))
        .first()
        .satisfies(c -> assertThat(c.sizes()).hasSize(35).startsWith(256, 248).endsWith(2, 1));
    assertThat(sink.all(BatchSample.class))
        .extracting("running")
        .containsExactly(9, 9, 10, 10, 256, 271);
    assertThat(sink.all(BatchSample.class))
        .extracting("waiting")
        .containsExactly(0, 1, 0, 0, 14, 0);
    assertThat(sink.all(BatchSample.class)).extracting("tokensPerSecond").contains(4820.0);
    assertThat(sink.all(AllReduceBackend.class))
        .extracting(b -> b.backend() + " " + b.active())
        .contains("custom true", "symm_mem false")
        .doesNotContain("custom false");
    assertThat(sink.all(NcclVersion.class)).extracting("nccl").containsOnly("2.27.3");
    assertThat(sink.sites()).extracting("rank").contains(0, 1);
    assertThat(sink.sites()).extracting("pid").contains(124L, 125L);
  }

  @Test
  void anSglangLogTellsConfigurationBackendsAndBatches() throws IOException {
    RecordingSink sink = file("26-sglang-tp4-pcie-decode-batches.log");

    assertThat(settings(sink))
        .containsEntry("model", "/models/example-32b")
        .containsEntry("tensor_parallel_size", "4");
    assertThat(sink.all(CaptureSizes.class))
        .extracting("sizes")
        .containsExactly(List.of(1, 2, 4, 8, 12, 16, 24, 32));
    assertThat(sink.all(BatchSample.class))
        .extracting(s -> s.phase() + " " + s.running() + " " + s.tokens() + " " + s.cudaGraph())
        .containsExactly(
            "decode 46 -1 0",
            "decode 36 -1 0",
            "decode 28 -1 1",
            "decode 22 -1 1",
            "decode 20 -1 1",
            "decode 15 -1 1",
            "decode 12 -1 1",
            "decode 1 -1 1",
            "prefill 1 158 -1");
    assertThat(sink.all(AllReduceBackend.class))
        .hasSize(4)
        .allSatisfy(b -> assertThat(b.cause()).contains("more than two PCIe-only GPUs"))
        .allMatch(b -> b.backend().equals("custom") && !b.active());
    assertThat(sink.sites()).extracting("rank").contains(0, 1, 2, 3);
  }

  @Test
  void theDispatchOrderNamesWhatTakesPartAndWhatDoesNot() {
    RecordingSink sink =
        read(
            VLLM
                + "Using ['CUSTOM', 'PYNCCL'] all-reduce backends (in dispatch order) for group 'tp:0' out of potential"
                + " backends: ['NCCL_SYMM_MEM', 'QUICK_REDUCE', 'FLASHINFER', 'CUSTOM', 'SYMM_MEM', 'PYNCCL'].",
            VLLM
                + "Using ['PYNCCL'] all-reduce backends (in dispatch order) for group 'ep:0' out of potential backends: ['CUSTOM', 'PYNCCL'].");

    assertThat(settings(sink))
        .containsEntry("allreduce_backends.tp:0", "custom,pynccl")
        .containsEntry("allreduce_backends.ep:0", "pynccl");
    assertThat(sink.all(AllReduceBackend.class))
        .extracting(b -> b.backend() + " " + b.active())
        .containsExactly(
            "nccl_symm_mem false",
            "quick_reduce false",
            "flashinfer false",
            "custom true",
            "symm_mem false",
            "pynccl true");
  }

  @Test
  void newConfigurationsHoldPythonObjects() {
    RecordingSink sink =
        read(
            VLLM
                + "Initializing a V1 LLM engine (v0.22.1rc1.dev357+g74b5964f0) with config: model='Qwen/Qwen3-8B',"
                + " speculative_config=SpeculativeConfig(method='eagle3', model='x/y, z', num_spec_tokens=3), dtype=torch.bfloat16,"
                + " tensor_parallel_size=2, enforce_eager=False, compilation_config={'mode': <CompilationMode.VLLM_COMPILE: 3>,"
                + " 'cudagraph_mode': <CUDAGraphMode.FULL_AND_PIECEWISE: (2, 1)>, 'cudagraph_capture_sizes': [1, 2, 4, 8],"
                + " 'pass_config': {'fuse_allreduce_rms': True, 'enable_sp': False}}");

    assertThat(settings(sink))
        .containsEntry("version", "0.22.1rc1.dev357+g74b5964f0")
        .containsEntry("model", "Qwen/Qwen3-8B")
        .containsEntry("tensor_parallel_size", "2")
        .containsEntry("num_speculative_tokens", "3")
        .containsEntry("cudagraph_mode", "FULL_AND_PIECEWISE")
        .containsEntry("fuse_allreduce_rms", "True")
        .containsEntry("enable_sequence_parallelism", "False");
    assertThat(sink.all(CaptureSizes.class))
        .extracting("sizes")
        .containsExactly(List.of(1, 2, 4, 8));
  }

  @Test
  void theOldestVllmFormHasNoBracketBeforeTheFile() {
    RecordingSink sink =
        read(
            "INFO 11-05 21:20:20 llm_engine.py:237] Initializing an LLM engine (v0.6.3.post1) with config: model='m', speculative_config=None,"
                + " dtype=torch.float16, tensor_parallel_size=4, disable_custom_all_reduce=False, enforce_eager=False",
            "INFO 11-05 21:20:30 metrics.py:345] Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 12.5 tokens/s, Running: 7 reqs,"
                + " Swapped: 0 reqs, Pending: 3 reqs, GPU KV cache usage: 1.0%, CPU KV cache usage: 0.0%.");

    assertThat(settings(sink))
        .containsEntry("version", "0.6.3.post1")
        .containsEntry("dtype", "float16");
    assertThat(sink.all(BatchSample.class))
        .containsExactly(new BatchSample(0, "vllm", "decode", 7, 3, -1, -1, 12.5));
  }

  @Test
  void theSumOverSeveralEnginesIsNoBatchOfOne() {
    RecordingSink sink =
        read(
            "(ApiServer_0 pid=1) INFO 05-12 08:01:09 [loggers.py:217] 2 Engines Aggregated: Avg prompt throughput: 0.0 tokens/s, Avg generation"
                + " throughput: 40.5 tokens/s, Running: 12 reqs, Waiting: 1 reqs, GPU KV cache usage: 1.2%, Prefix cache hit rate: 0.0%");

    assertThat(sink.all(BatchSample.class))
        .containsExactly(new BatchSample(0, "vllm", "aggregate", 12, 1, -1, -1, 40.5));
  }

  @Test
  void iterationLinesAndGraphTablesAreExactSteps() {
    RecordingSink sink =
        read(
            "(EngineCore_DP1 pid=9) INFO 05-12 07:58:31 [core.py:93] Iteration(17): 1 context requests, 300 context tokens, 5 generation requests,"
                + " 20 generation tokens, iteration elapsed time: 12.5 ms",
            "(APIServer pid=1) INFO 05-12 07:58:32 [cuda_graph.py:123] | Unpadded Tokens | Padded Tokens | Num Paddings | Runtime Mode | Count |",
            "(APIServer pid=1) INFO 05-12 07:58:32 [cuda_graph.py:123] | 13              | 16            | 3            | FULL         | 42    |\r");

    assertThat(sink.all(EngineStep.class))
        .containsExactly(new EngineStep(0, "vllm", 1, 300, 5, 20, 12500.0));
    assertThat(sink.all(PaddedBatch.class))
        .containsExactly(new PaddedBatch(1, "vllm", 13, 16, "FULL", 42));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Custom allreduce is disabled because this process group spans across nodes. | custom false",
        "Disabled the custom all-reduce kernel because it is not supported on current platform. | custom false",
        "Custom quick allreduce is disabled because it is not on AMD. | quick_reduce false",
        "SymmMemCommunicator: symmetric memory multicast operations are not supported. | symm_mem false",
        "FlashInfer All Reduce is disabled because it is not supported for world_size=2. | flashinfer false",
        "Initialized FlashInfer Allreduce norm fusion workspace with backend=trtllm | fused true",
        "Failed to initialize FlashInfer Allreduce norm fusion workspace with backend=trtllm | fused false",
        "Enabled custom fusions: norm_quant, act_quant, allreduce_rms | fused true",
        "Custom allreduce v2 initialized successfully | custom true",
        "CustomAllReduceV2 is disabled because it's not supported on more than two PCIe-only GPUs. | custom false",
        "PyMscclpp is disabled due to an unsupported world size: 4 | mscclpp false",
        "Enable FlashInfer AllReduce Fusion on sm100 for DeepseekV3ForCausalLM | fused true"
      })
  void eachBackendSentenceSaysWhetherItTakesPart(String sentence, String expected) {
    for (String prefix : List.of(VLLM, "[2026-05-13 02:14:17 DP1 TP1] ")) {
      assertThat(read(prefix + sentence).all(AllReduceBackend.class))
          .extracting(b -> b.backend() + " " + b.active())
          .containsExactly(expected);
    }
  }

  @Test
  void aLineBehindAProgressBarIsRead() {
    RecordingSink sink =
        read(
            "Capturing CUDA graphs (decode, FULL): 100%|##| 35/35 [00:02<00:00, 14.41it/s]INFO 05-12 07:59:08 [x.py:1] Registering 70 cuda graph addresses");

    assertThat(settings(sink)).containsEntry("custom_allreduce.graph_addresses", "70");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-05-12 08:01:09.123 | INFO     | launcher:run:55 - ",
        "[gpu01:0] ",
        "    \"textPayload\": \"",
        "replica 3 says: "
      })
  void linesBehindWhatNobodyKnowsAreReadWithTheTagOfTheirProcess(String front) {
    RecordingSink vllm =
        read(
            front
                + "(Worker_TP1 pid=9) INFO 05-12 07:59:08 [x.py:1] Registering 70 cuda graph addresses");
    RecordingSink sglang =
        read(front + "[2026-05-13 02:14:17 TP2] Decode batch. #running-req: 2, #queue-req: 0");

    assertThat(settings(vllm)).containsEntry("custom_allreduce.graph_addresses", "70");
    assertThat(vllm.sites()).extracting(s -> s.pid() + " " + s.rank()).containsExactly("9 1");
    assertThat(sglang.all(BatchSample.class)).extracting("running").containsExactly(2);
    assertThat(sglang.sites()).extracting("rank").containsExactly(2);
  }

  @Test
  void theEndOfLoadingNamesTheArchitectureAndTheType() {
    RecordingSink sink =
        read(
            "[2026-05-13 02:14:17 TP0] Load weight end. elapsed=3.1 s, type=Qwen3ForCausalLM,"
                + " dtype=torch.bfloat16, avail mem=60.5 GB, mem usage=15.3 GB.");

    assertThat(settings(sink))
        .containsEntry("architecture", "Qwen3ForCausalLM")
        .containsEntry("dtype", "bfloat16");
  }

  @Test
  void decodeLinesOfAllReleasesAreRead() {
    RecordingSink sink =
        read(
            "[2026-05-13 02:14:17 DP1 TP1] Decode batch [120], #running-req: 3, #full token: 10, full token usage: 0.1, mamba num: 3, mamba usage: 0.0,"
                + " accept len: 2.50, accept rate: 0.8, cuda graph: True, gen throughput (token/s): 99.5, #queue-req: 4",
            "[14:31:10 TP0] Decode batch. #running-req: 2, #token: 4, token usage: 0.0, gen throughput (token/s): 5.0, #queue-req: 0");

    assertThat(sink.all(BatchSample.class))
        .containsExactly(
            new BatchSample(0, "sglang", "decode", 3, 4, -1, 1, 99.5),
            new BatchSample(1, "sglang", "decode", 2, 0, -1, -1, 5.0));
    assertThat(settings(sink)).containsEntry("spec.mean_acceptance_length", "2.50");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO:     127.0.0.1:4242 - \"POST /v1/completions HTTP/1.1\" 200 OK",
        "[2025-06-12 22:41:33] INFO something of another program",
        "Running: 9 reqs, Waiting: 0 reqs",
        "[I521 16:05:33.213697937 TCPStoreLibUvBackend.cpp:827] [c10d - trace] set key",
        "INFO 05-12 07:58:31 [x.py:1] Decode batch. #running-req: 2"
      })
  void otherTextIsLeftAlone(String line) {
    RecordingSink sink = read(line);

    assertThat(sink.events()).isEmpty();
  }
}
