package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule fires on an input that has its fault, and on no healthy one. */
class RulesTest {
  static List<Rule> rules() {
    return Rules.all();
  }

  static List<Path> healthy() {
    return list(resource("healthy"));
  }

  private static Path resource(String name) {
    try {
      return Path.of(RulesTest.class.getResource("/doctor/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> list(Path dir) {
    try (Stream<Path> files = Files.list(dir)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file or folder named after the rule's class. */
  private static Path faulty(Rule rule) {
    String name = rule.getClass().getSimpleName();
    return list(resource("fires")).stream()
        .filter(f -> f.getFileName().toString().replaceAll("\\..*", "").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no input for " + name));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleFiresOnAnInputWithItsFault(Rule rule) {
    List<Finding> findings = rule.examine(Examined.observations(faulty(rule)));
    assertThat(findings).isNotEmpty().extracting(Finding::code).containsOnly(rule.code());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aFindingNamesItsEvidence(Rule rule) {
    for (Finding f : rule.examine(Examined.observations(faulty(rule)))) {
      assertThat(f.place().source()).isNotEmpty();
      assertThat(f.place().offset()).isGreaterThanOrEqualTo(0);
      assertThat(f.text()).isNotBlank().doesNotContain("  ").endsWith(".");
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleIsSilentOnHealthyInputs(Rule rule) {
    for (Path file : healthy()) {
      assertThat(rule.examine(Examined.observations(file)))
          .as(file.getFileName().toString())
          .isEmpty();
    }
  }

  @Test
  void findingsComeWorstFirstAndInTheOrderOfWork() {
    List<Finding> findings =
        Examined.files(
            faulty(new DataCorruption()),
            faulty(new P2pOffShm()),
            faulty(new NicError()),
            faulty(new PfcPausesGrow()),
            faulty(new ForcedAlgoProto()),
            faulty(new NvlinkDown()));
    assertThat(findings).isSorted();
    assertThat(findings)
        .extracting(Finding::code)
        .containsSubsequence(
            "data-corruption",
            "nic-error",
            "forced-algo-proto",
            "nvlink-down",
            "p2p-off-shm",
            "pfc-pauses-grow");
  }

  @Test
  void everyCodeIsWrittenInWordsAndDashes() {
    assertThat(Rules.all())
        .extracting(Rule::code)
        .allMatch(c -> c.matches("[a-z0-9]+(-[a-z0-9]+)+"));
  }

  @TempDir private Path dir;

  private List<Finding> said(String code, String... lines) {
    Path log = Examined.write(dir, "said.log", String.join("\n", lines) + "\n");
    return Examined.files(log).stream().filter(f -> f.code().equals(code)).toList();
  }

  private static String timeout(String group, int rank, String op) {
    return "[E816 01:45:40 ProcessGroupNCCL.cpp:632] [PG ID "
        + group
        + " PG GUID 0(x) Rank "
        + rank
        + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12, OpType="
        + op
        + ", NumelIn=8, NumelOut=8, Timeout(ms)=600000) ran for 600026 milliseconds before timing"
        + " out.";
  }

  @Test
  void groupsThatWaitAtTheSameNumberDoNotWaitForEachOther() {
    assertThat(
            said("collective-mismatch", timeout("1", 0, "ALLREDUCE"), timeout("2", 1, "BROADCAST")))
        .isEmpty();
    assertThat(
            said("collective-mismatch", timeout("1", 0, "ALLREDUCE"), timeout("1", 1, "BROADCAST")))
        .hasSize(1);
  }

  @Test
  void symmetricKernelsAreNamedByWhatTheyCarry() {
    assertThat(
            said(
                "symmetric-kernels",
                "n:1:1 [0] NCCL INFO AllGather [Symmetric]: 4096 Bytes -> Kernel AllGather_LL"
                    + " nchannels 4 nthreads 512 nWorks 1",
                "n:1:1 [0] NCCL INFO AlltoAll [Copy Engine]: 65536 Bytes -> cudaMemcpy"))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("carry AllGather (4096 to 4096 bytes here)"));
  }

  @Test
  void withoutItsCustomAllReduceAnEngineMayHaveOthers() {
    String config =
        "INFO 01-02 03:04:05 [core.py:93] Initializing a V1 LLM engine (v0.20.0) with config:"
            + " model='/m', tensor_parallel_size=4, disable_custom_all_reduce=True";
    String backends =
        "INFO 01-02 03:04:05 [parallel_state.py:1] Using [%s] all-reduce backends (in dispatch"
            + " order) for group 'tp:0' out of potential backends: ['CUSTOM', 'SYMM_MEM',"
            + " 'PYNCCL'].";

    assertThat(said("custom-allreduce-disabled", config).get(0).text())
        .contains("symmetric memory, FlashInfer and fusion leave");
    assertThat(
            said("custom-allreduce-disabled", config, backends.formatted("'SYMM_MEM', 'PYNCCL'"))
                .get(0)
                .text())
        .contains("NCCL carries the sizes left by PyTorch symmetric memory");
    assertThat(
            said("custom-allreduce-disabled", config, backends.formatted("'PYNCCL'")).get(0).text())
        .contains("NCCL carries every size,");
  }

  @Test
  void aLevelThatReachesTheHostBridgeDoesNotForceSharedMemory() {
    String[] log = {
      "n:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda13.0",
      "n:1:1 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 2, bw 12.0/12.0, type PHB/PIX,"
          + " sameChannels 1",
      "n:1:1 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct",
      "NCCL_P2P_LEVEL=%s all_reduce_perf -b 8 -e 1G -f 2 -g 4"
    };
    String command = log[3];
    log[3] = command.formatted("PXB");
    assertThat(said("p2p-level-forces-shm", log)).hasSize(1);
    log[3] = command.formatted("2");
    assertThat(said("p2p-level-forces-shm", log)).hasSize(1);
    log[3] = command.formatted("3");
    assertThat(said("p2p-level-forces-shm", log)).isEmpty();
  }

  @Test
  void anUnknownFunctionInNcclProtoIsSaidLikeAnUnknownName() {
    String echo = "n:1:1 [0] NCCL INFO NCCL_PROTO set by environment to ";
    assertThat(said("proto-syntax", echo + "LL,Simple;allreduces:LL128"))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("\"allreduces\" is no name"));
    assertThat(said("proto-syntax", echo + "LL,Simple;allreduce:LL128")).isEmpty();
  }

  /** NCCL compares with 1 (src/graph/paths.cc, src/transport/shm.cc). */
  @Test
  void onlyTheNumberOneSwitchesATransportOff() {
    String peer = "n:1:1 [0] NCCL INFO NCCL_P2P_DISABLE set by environment to ";
    String memory = "n:1:1 [0] NCCL INFO NCCL_SHM_DISABLE set by environment to ";
    assertThat(said("p2p-off-by-env", peer + "1")).hasSize(1);
    assertThat(said("p2p-off-by-env", peer + "2")).isEmpty();
    assertThat(said("p2p-off-by-env", peer + "true")).isEmpty();
    assertThat(said("shm-off-by-env", memory + "1.")).hasSize(1);
    assertThat(said("shm-off-by-env", memory + "2.")).isEmpty();
  }

  @Test
  void whatABuildAddsToAReleaseMakesNoSecondOne() {
    assertThat(
            said(
                "mixed-nccl-versions",
                "NCCL version 2.20.5+hip6.2 HEAD:abcdef1",
                "n:1:1 [0] NCCL INFO RCCL version : 2.20.5-HEAD:abcdef1"))
        .isEmpty();
    assertThat(
            said(
                "mixed-nccl-versions",
                "n:1:1 [0] NCCL INFO RCCL version : 2.20.5-HEAD:abcdef1",
                "n:2:2 [1] NCCL INFO RCCL version : 2.21.5-HEAD:abcdef1"))
        .hasSize(1);
  }

  @Test
  void socketsInsideOfANodeAreNoNetwork() {
    String[] log = {
      "n:1:1 [0] NCCL INFO ncclCommInitRank comm 0xa0 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId"
          + " 1000 commId 0x5 - Init START",
      "n:1:1 [0] NCCL INFO comm 0xa0 rank 0 nRanks 2 nNodes 1 localRanks 2 localRank 0 MNNVL 0",
      "n:1:1 [0] NCCL INFO Using network Socket",
      "n:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/Socket/0"
    };
    assertThat(said("no-rdma-socket-only", log)).isEmpty();
    log[1] = log[1].replace("nNodes 1 localRanks 2", "nNodes 2 localRanks 1");
    assertThat(said("no-rdma-socket-only", log)).hasSize(1);
  }

  @Test
  void everyCommunicatorOfARasReportHasCountsOfItsOwn() {
    assertThat(
            said(
                "collective-mismatch",
                "#0-0 (fa9f855f2a62840b) MISMATCH",
                "  Communicator ranks have different AllGather operation counts",
                "  7 ranks have launched up to operation 640",
                "  1 rank has launched up to operation 641",
                "#0-1 (fa9f855f2a62840c) MISMATCH",
                "  Communicator ranks have different AllReduce operation counts",
                "  7 ranks have launched up to operation 30",
                "  1 rank has launched up to operation 29"))
        .singleElement()
        .satisfies(
            f ->
                assertThat(f.text())
                    .contains("AllGather: 7 ranks up to 640, 1 rank up to 641.")
                    .doesNotContain("29"));
  }

  @Test
  void whatPyTorchSaysOfAFailureCountsWhereNcclIsSilent() {
    assertThat(
            said(
                "duplicate-gpu",
                "[rank1]: Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 41000"))
        .hasSize(1);
    assertThat(
            said(
                "cuda-error",
                "[rank0]: torch.AcceleratorError: CUDA error: device-side assert triggered"))
        .hasSize(1);
  }

  @Test
  void batchesOfSeveralEnginesTogetherAreAboveNoGraph() {
    String config =
        "(EngineCore_DP0 pid=107) INFO 05-12 07:58:31 [core.py:93] Initializing a V1 LLM engine (v0.13.0) with"
            + " config: model='m', compilation_config={'cudagraph_capture_sizes': [1, 2, 4, 8]}";
    String running =
        "(ApiServer_0 pid=1) INFO 05-12 08:01:09 [loggers.py:217] %s: Avg prompt throughput: 0.0"
            + " tokens/s, Avg generation throughput: 40.5 tokens/s, Running: 12 reqs, Waiting: 0 reqs";
    String code = "decode-batch-above-cuda-graph-limit";
    assertThat(said(code, config, running.formatted("2 Engines Aggregated"))).isEmpty();
    assertThat(said(code, config, running.formatted("Engine 000"))).hasSize(1);
  }

  @Test
  void aCommunicatorThatWasMadeHasNoGpuTwice() {
    String line =
        "n:%d:1 [0] NCCL INFO ncclCommInitRank comm 0xa%d rank %d nranks 2 cudaDev 0 nvmlDev 0 busId"
            + " 1000 commId 0x5 - Init %s";
    assertThat(
            said(
                "duplicate-gpu",
                line.formatted(1, 0, 0, "START"),
                line.formatted(2, 1, 1, "START")))
        .hasSize(1);
    assertThat(
            said(
                "duplicate-gpu",
                line.formatted(1, 0, 0, "COMPLETE"),
                line.formatted(2, 1, 1, "COMPLETE")))
        .isEmpty();
  }
}
