package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an engine's log changes in a report, from files to verdict. */
class EngineLogReportTest {
  private static final Path SAMPLES = Checkout.root().resolve("samples");
  private static final String H200 = SAMPLES.resolve("h200-tp2-shm/log").toString();
  private static final String STEPS = SAMPLES.resolve("h200-tp2-shm/step").toString();

  private static final String VLLM =
      "(EngineCore_DP0 pid=107) INFO 05-12 07:58:31 [core.py:93] Initializing a V1 LLM engine (v0.16.0) with config:"
          + " model='m', dtype=torch.bfloat16, tensor_parallel_size=2, pipeline_parallel_size=1, enforce_eager=False,"
          + " compilation_config={'cudagraph_mode': <CUDAGraphMode.FULL: 2>, 'cudagraph_capture_sizes': [1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64]}\n";

  @TempDir private Path dir;

  private JsonNode report(String engineLog, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of("report"));
    all.add(Files.writeString(dir.resolve("engine.log"), engineLog).toString());
    all.addAll(List.of(args));
    all.addAll(List.of("--format", "json"));
    CommandRun run = CommandRun.of(all.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    return new JsonMapper().readTree(run.out());
  }

  private static String step(int requests, double ms) {
    return "(EngineCore_DP0 pid=107) INFO 05-12 08:00:00 [core.py:99] Iteration(1): 0 context requests, 0 context tokens, "
        + requests
        + " generation requests, "
        + requests
        + " generation tokens, iteration elapsed time: "
        + ms
        + " ms\n";
  }

  private static JsonNode row(JsonNode report, long batch) {
    for (JsonNode s : report.at("/by_size")) {
      if (s.at("/batch").asLong() == batch && s.at("/phase").asString("").equals("decode")) {
        return s;
      }
    }
    throw new AssertionError("no decode row of batch " + batch);
  }

  @Test
  void anEngineWhoseOwnAllReduceIsCapturedNeverAsksNccl() throws IOException {
    JsonNode report =
        report(
            VLLM
                + "(Worker_TP0 pid=124) INFO 05-12 07:59:08 [custom_all_reduce.py:216] Registering 780 cuda graph addresses\n"
                + "(APIServer pid=1) INFO 05-12 08:01:09 [loggers.py:271] Engine 000: Avg prompt throughput: 0.0 tokens/s,"
                + " Avg generation throughput: 100.0 tokens/s, Running: 9 reqs, Waiting: 0 reqs\n",
            "--tuner",
            "builtin:epyc-turin");

    assertThat(report.at("/verdict").asString()).isEqualTo("not-in-path");
  }

  @Test
  void theEvidenceForAPathBeginsWithWhatIsInUse() throws IOException {
    JsonNode path =
        report(
                VLLM
                    + "(Worker_TP1 pid=125) WARNING 05-12 07:58:41 [symm_mem.py:90] SymmMemCommunicator: Device capability 8.6 not supported, communicator is not available.\n"
                    + "(Worker_TP0 pid=124) INFO 05-12 07:59:08 [custom_all_reduce.py:216] Registering 780 cuda graph addresses\n")
            .at("/path");
    assertThat(path.at("/state").asString()).isEqualTo("not-in-path");
    assertThat(path.at("/evidence/0").asString()).contains("custom is active");
    assertThat(path.at("/evidence/1").asString()).contains("symm_mem is off");
  }

  @Test
  void loggedCallsOfUnknownPhaseAreNamedWhereThePathIsNotKnown() throws IOException {
    JsonNode path =
        report(
                """
                n1:7:7 [0] NCCL INFO AllReduce: opCount 0 sendbuff 0x7f00 recvbuff 0x7f00 count 4096 datatype 9 op 0 root 0 comm 0xa0 [nranks=2] stream 0x5
                n1:7:7 [0] NCCL INFO AllReduce: opCount 1 sendbuff 0x7f00 recvbuff 0x7f00 count 4096 datatype 9 op 0 root 0 comm 0xa0 [nranks=2] stream 0x5
                """)
            .at("/path");
    assertThat(path.at("/state").asString()).isEqualTo("unknown");
    assertThat(path.at("/evidence/0").asString()).startsWith("NCCL ran AllReduces of 1 size,");
  }

  @Test
  void everyStepThatAnEngineLogsWeighsInTheTotal() throws IOException {
    String log = VLLM + step(56, 4).repeat(30) + step(51, 4).repeat(10) + step(8, 2).repeat(60);
    JsonNode report = report(log, H200, "--calibration", STEPS, "--tuner", "builtin:epyc-turin");

    double saving = row(report, 56).at("/as_allowed/saving_us/mid").asDouble() * 32;
    assertThat(saving).isNegative();
    assertThat(row(report, 8).at("/as_allowed/differs").asBoolean()).isFalse();
    assertThat(row(report, 56).at("/step_us").asDouble()).isCloseTo(4000, within(400.0));
    double stepsUs =
        40 * row(report, 56).at("/step_us").asDouble()
            + 60 * row(report, 8).at("/step_us").asDouble();
    assertThat(report.at("/scenarios/0/step_saving_pct/mid").asDouble())
        .isCloseTo(100 * 40 * saving / stepsUs, within(0.01));
    assertThat(report.at("/verdict").asString()).isEqualTo("hurts");
  }

  @Test
  void countsOfPaddedStepsAreTheMix() throws IOException {
    String table =
        "(APIServer pid=1) INFO 05-12 08:01:09 [cuda_graph.py:123] | %d | %d | 0 | %s | %d |\n";
    String log =
        VLLM
            + table.formatted(53, 56, "FULL", 30)
            + table.formatted(56, 56, "FULL", 10)
            + table.formatted(8, 8, "FULL", 60)
            + table.formatted(2048, 2048, "NONE", 5);
    JsonNode report = report(log, H200, "--calibration", STEPS, "--tuner", "builtin:epyc-turin");

    double saving = row(report, 56).at("/as_allowed/saving_us/mid").asDouble() * 32;
    double stepsUs =
        40 * row(report, 56).at("/step_us").asDouble()
            + 60 * row(report, 8).at("/step_us").asDouble();
    assertThat(report.at("/scenarios/0/step_saving_pct/mid").asDouble())
        .isCloseTo(100 * 40 * saving / stepsUs, within(0.01));
  }

  @Test
  void prefillBatchesAreEagerRowsAndNoPartOfTheMix() throws IOException {
    String sglang = "[2026-05-12 08:00:00 TP0] ";
    String log =
        sglang
            + "Capture cuda graph bs [1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64]\n"
            + (sglang
                    + "Prefill batch. #new-seq: 1, #new-token: 512, #cached-token: 0, token usage: 0.08, #running-req: 0, #queue-req: 0\n")
                .repeat(13)
            + (sglang
                    + "Prefill batch. #new-seq: 1, #new-token: 2048, #cached-token: 0, token usage: 0.08, #running-req: 56, #queue-req: 0\n")
                .repeat(13)
            + (sglang
                    + "Decode batch. #running-req: 8, #token: 34, token usage: 0.1, cuda graph: True, gen throughput (token/s): 4000.0, #queue-req: 0, \n")
                .repeat(4);
    JsonNode report = report(log, H200, "--calibration", STEPS, "--tuner", "builtin:epyc-turin");

    Map<Long, String> eager = new TreeMap<>();
    report
        .at("/by_size")
        .forEach(
            s -> {
              if (s.at("/phase").asString("").equals("eager")) {
                eager.put(s.at("/bytes").asLong(), s.at("/default/basis").asString(""));
              }
            });
    assertThat(eager).containsOnlyKeys(2L << 20, 4L << 20, 16L << 20).containsValue("observed");
    assertThat(report.at("/verdict").asString()).as("only batch 8 runs").isEqualTo("no-effect");
  }

  /** A log without capture streams; 32 AllReduces a pass of {@code tokens} tokens each. */
  private String eagerLog(int... tokens) throws IOException {
    String comm = "comm 0x5a rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 4e000 commId 0x12";
    StringBuilder log = new StringBuilder();
    for (String stage : List.of("START", "COMPLETE")) {
      log.append("a:1:1 [0] NCCL INFO ncclCommInitRank " + comm + " - Init " + stage + "\n");
    }
    for (int t : tokens) {
      log.append(
          ("a:1:1 [0] NCCL INFO AllReduce: opCount 0 sendbuff 0x7 recvbuff 0x7 count "
                  + t * 4096
                  + " datatype 9 op 0 root 0 comm 0x5a [nranks=2] stream 0x77\n"
                  + "a:1:1 [0] NCCL INFO AllReduce: "
                  + t * 8192
                  + " Bytes -> Algo RING proto LL channel{Lo..Hi}={0..15}\n")
              .repeat(32));
    }
    return Files.writeString(dir.resolve("nccl.log"), log).toString();
  }

  @Test
  void sizesOfUnknownPhaseAreShownAndSaidToBe() throws IOException {
    CommandRun run = CommandRun.of("report", eagerLog(1, 64));

    assertThat(run.out())
        .contains("none of them known to be decode")
        .contains("Sizes, decode or not")
        .containsPattern("512 KiB +(<=)?32 +Ring/LL")
        .doesNotContain("not decode");
  }

  /** What a profile run leaves in NCCL's log is not decode where the engine's own carries that. */
  @Test
  void aProfileRunBesideTheEnginesOwnAllReduceIsNoDecode() throws IOException {
    String custom =
        "(Worker_TP0 pid=110) INFO 05-12 07:59:31 [custom_all_reduce.py:216] Registering 650 cuda graph addresses\n";

    JsonNode report = report(VLLM + custom, eagerLog(8192), "--tuner", "builtin:epyc-turin");

    assertThat(report.at("/by_size/0/phase").asString()).isEqualTo("eager");
    assertThat(report.at("/verdict").asString()).isEqualTo("not-in-path");
  }
}
