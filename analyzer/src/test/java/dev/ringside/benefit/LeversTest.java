package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import dev.ringside.benefit.Fixtures.Trace;
import dev.ringside.benefit.Lever.Code;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.Backend;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LeversTest {

  @Test
  void hostMemoryBetweenGpusIsNamedWithWhatSwitchedItOn() {
    Trace trace = Fixtures.trace().decode(8);
    trace.environment = Map.of("NCCL_P2P_DISABLE", List.of("1"));
    assertThat(levers(trace))
        .singleElement()
        .satisfies(
            l -> {
              assertThat(l.code()).isEqualTo(Code.P2P_INSTEAD_OF_SHM);
              assertThat(l.command()).isEqualTo("unset NCCL_P2P_DISABLE");
            });
    trace.environment = Map.of();
    assertThat(levers(trace).get(0).command()).startsWith("NCCL_P2P_LEVEL=SYS");
    trace.transport = Optional.of(TransportClass.P2P);
    assertThat(levers(trace)).isEmpty();
  }

  @Test
  void aRingAcrossTheSocketsAsksForAGraphFile() {
    Trace trace = Fixtures.trace();
    trace.nRanks = 8;
    trace.transport = Optional.of(TransportClass.P2P);
    trace.patterns = List.of(new GraphPattern(0, 4, 0, 2, 15, 15, "SYS", "PIX", 1));
    trace.decode(8);
    assertThat(levers(trace))
        .singleElement()
        .satisfies(
            l -> {
              assertThat(l.code()).isEqualTo(Code.GRAPH_SEARCH);
              assertThat(l.evidence()).contains("nChannels 2, bw 15.0/15.0, type SYS/PIX");
            });
    trace.patterns = List.of(new GraphPattern(0, 4, 0, 4, 38, 32, "PHB", "PIX", 1));
    assertThat(levers(trace)).isEmpty();
  }

  @Test
  void anEngineWhoseOwnAllReduceIsOffIsAskedFirst() {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(TransportClass.P2P);
    trace.engines =
        List.of(
            new EngineFacts(
                "vllm",
                "0.11.0",
                Map.of(),
                List.of(new Backend("custom", false, "more than two PCIe-only GPUs")),
                Map.of("full", List.of(1, 8)),
                List.of(new BatchCount("decode", 20, 0, -1, -1, 5, 0, 0)),
                List.of()));
    assertThat(levers(trace))
        .extracting(Lever::code)
        .containsExactly(Code.ENGINE_ALL_REDUCE, Code.CAPTURE_SIZES);
    assertThat(levers(trace).get(0).evidence()).contains("more than two PCIe-only GPUs");
    assertThat(levers(trace).get(0).command())
        .contains("VLLM_ALLREDUCE_USE_FLASHINFER_PCIE_IPC=1")
        .doesNotContain("--disable-custom-all-reduce");
    assertThat(levers(trace).get(1).evidence()).startsWith("5 status lines");
  }

  @Test
  void anAllReduceOfTheEnginesThatNoSwitchBringsBackIsNoLever() {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(TransportClass.P2P);
    for (Backend off :
        List.of(
            new Backend("custom", false, "this process group spans across nodes"),
            new Backend("symm_mem", false, "Device capability 8.0 not supported"))) {
      trace.engines =
          List.of(
              new EngineFacts("vllm", "0.20.0", Map.of(), List.of(off), Map.of(), NONE, List.of()));
      assertThat(levers(trace)).isEmpty();
    }
  }

  private static final List<BatchCount> NONE = List.of();

  @Test
  void measuredChoicesAreLeversWithTheirBestSize() throws IOException {
    CurveSet steps =
        Fixtures.steps(Checkout.shared("data/h200-tp2/shm/step/hidden4096_layers16.csv"));
    Trace trace = Fixtures.trace().decode(8, 32, 40, 48, 56, 64);
    trace.transport = Optional.of(TransportClass.SHM);
    List<Lever> levers = levers(trace, steps);
    assertThat(levers)
        .extracting(Lever::code)
        .containsExactly(Code.P2P_INSTEAD_OF_SHM, Code.ALLOWED_PROTOCOL, Code.LL128);
    Lever.Measured allowed = levers.get(1).measured().orElseThrow();
    assertThat(allowed.sizes()).containsExactly(48 * Fixtures.TOKEN);
    assertThat(allowed.choice()).isEqualTo(Choice.of(Algorithm.RING, Protocol.SIMPLE));
    Lever.Measured ll128 = levers.get(2).measured().orElseThrow();
    assertThat(ll128.bestBytes()).isEqualTo(48 * Fixtures.TOKEN);
    assertThat(ll128.stepSavingPct().orElseThrow().mid()).isCloseTo(7.9, within(0.3));
    assertThat(ll128.sizes()).hasSize(5);
  }

  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);

  /** NCCL takes Ring/LL at these sizes; the other choice saves so much a call. */
  private static CurveSet against(Algorithm a, Protocol p, double savingUs) {
    return against(CurveBasis.STEP, a, p, savingUs);
  }

  private static CurveSet against(CurveBasis basis, Algorithm a, Protocol p, double savingUs) {
    CurveChoice other = CurveChoice.pinned(a, p);
    List<LatencyCurve> curves = new ArrayList<>();
    for (CurveChoice choice : List.of(CurveChoice.ncclDefault(), LL, other)) {
      List<CurvePoint> points = new ArrayList<>();
      for (long batch : new long[] {8, 16}) {
        double us = 2000 - (choice.equals(other) ? savingUs * Fixtures.CALLS : 0);
        points.add(
            new CurvePoint(
                batch * Fixtures.TOKEN,
                batch,
                Fixtures.CALLS,
                new TreeMap<>(Map.of(1, us, 2, us + 1, 3, us - 1))));
      }
      curves.add(new LatencyCurve(new CurveKey(2, 1, choice), points));
    }
    return CurveSet.of(basis, Fixtures.H200_SHM, List.of(), curves);
  }

  private static List<Code> measured(CurveSet set) {
    return levers(Fixtures.trace().decode(8, 16), set).stream()
        .filter(l -> l.measured().isPresent())
        .map(Lever::code)
        .toList();
  }

  @Test
  void aFasterAlgorithmIsALeverAndASlowerOneIsNot() {
    assertThat(measured(against(Algorithm.TREE, Protocol.SIMPLE, 3)))
        .containsExactly(Code.RING_OR_TREE);
    assertThat(measured(against(Algorithm.TREE, Protocol.SIMPLE, -3))).isEmpty();
  }

  @Test
  void whatWasMeasuredOutsideOfAStepIsToBeMeasuredInOneFirst() {
    CurveSet isolated = against(CurveBasis.ISOLATED, Algorithm.TREE, Protocol.SIMPLE, 300);
    Lever lever =
        levers(Fixtures.trace().decode(8, 16), isolated).stream()
            .filter(l -> l.code() == Code.RING_OR_TREE)
            .findFirst()
            .orElseThrow();

    assertThat(lever.evidence()).contains("outside of a step");
    assertThat(lever.command()).contains("--choices default,Tree/Simple");
  }

  @Test
  void aFasterProtocolThatNcclAllowsIsALeverAndASlowerOneIsNot() {
    CurveSet faster = against(Algorithm.RING, Protocol.SIMPLE, 3);
    Lever lever =
        levers(Fixtures.trace().decode(8, 16), faster).stream()
            .filter(l -> l.code() == Code.ALLOWED_PROTOCOL)
            .findFirst()
            .orElseThrow();

    assertThat(measured(faster)).containsExactly(Code.ALLOWED_PROTOCOL);
    assertThat(lever.effect()).contains("safe");
    assertThat(lever.basis()).contains(CurveBasis.STEP);
    assertThat(measured(against(Algorithm.RING, Protocol.SIMPLE, -3))).isEmpty();
  }

  @Test
  void aGainBelowOnePercentOfAStepIsNoLever() {
    assertThat(measured(against(Algorithm.RING, Protocol.SIMPLE, 0.5))).isEmpty();
  }

  @Test
  void fasterLl128IsItsOwnLeverWithTheWarningAndSlowerLl128IsNone() {
    CurveSet faster = against(Algorithm.RING, Protocol.LL128, 3);

    assertThat(measured(faster)).containsExactly(Code.LL128);
    assertThat(levers(Fixtures.trace().decode(8, 16), faster))
        .filteredOn(l -> l.code() == Code.LL128)
        .allMatch(l -> l.effect().contains("corrupts data silently"));
    assertThat(measured(against(Algorithm.RING, Protocol.LL128, -3))).isEmpty();
  }

  @Test
  void curvesOfAnotherHostAreNoLevers() {
    CurveSet set = against(Algorithm.RING, Protocol.SIMPLE, 3);
    Trace trace = Fixtures.trace().decode(8, 16);
    trace.transport = Optional.of(TransportClass.NVL);

    assertThat(levers(trace, set)).noneMatch(l -> l.measured().isPresent());
  }

  private static EngineFacts engine(String name, Map<String, String> settings, int running) {
    return new EngineFacts(
        name,
        "",
        settings,
        List.of(),
        Map.of("full", List.of(1, 8)),
        List.of(new BatchCount("decode", running, 0, -1, -1, 5, 0, 0)),
        List.of());
  }

  @Test
  void batchesThatGraphsReachAskForNoLargerCapture() {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(TransportClass.P2P);
    trace.engines = List.of(engine("sglang", Map.of(), 9));
    assertThat(levers(trace)).extracting(Lever::code).containsExactly(Code.CAPTURE_SIZES);
    assertThat(levers(trace).get(0).command()).startsWith("--cuda-graph-max-bs");

    trace.engines = List.of(engine("sglang", Map.of(), 8));
    assertThat(levers(trace)).isEmpty();
  }

  /** 40 us and 100 GB/s: within a tenth of the best time a byte from 4096 tokens on. */
  private static CurveSet latencies(CurveBasis basis) {
    List<CurvePoint> points = new ArrayList<>();
    for (long tokens = 1; tokens <= 8192; tokens *= 2) {
      double us = 40 + tokens * Fixtures.TOKEN / 100e3;
      points.add(
          new CurvePoint(tokens * Fixtures.TOKEN, 0, 1, new TreeMap<>(Map.of(0, us, 1, us))));
    }
    return CurveSet.of(
        basis,
        Fixtures.H200_SHM,
        List.of(),
        List.of(new LatencyCurve(new CurveKey(2, 1, CurveChoice.ncclDefault()), points)));
  }

  private static List<Lever> chunks(EngineFacts engine, TransportClass transport) {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(transport);
    trace.engines = List.of(engine);
    return levers(trace, latencies(CurveBasis.ISOLATED)).stream()
        .filter(l -> l.code() == Code.PREFILL_CHUNK)
        .toList();
  }

  @Test
  void promptsCutTooShortAskForLongerChunks() {
    EngineFacts vllm = engine("vllm", Map.of("max_num_batched_tokens", "512"), 1);
    EngineFacts sglang = engine("sglang", Map.of("chunked_prefill_size", "1024"), 1);

    assertThat(chunks(vllm, TransportClass.SHM))
        .singleElement()
        .satisfies(
            l -> {
              assertThat(l.evidence()).isEqualTo("max_num_batched_tokens is 512");
              assertThat(l.command()).isEqualTo("--max-num-batched-tokens 4096");
              // 40 / 512 + 8192 / 100e3 and 40 / 4096 + 8192 / 100e3
              assertThat(l.effect()).contains("0.160 us a prompt token", "0.092 us from 4096");
              assertThat(l.basis()).contains(CurveBasis.ISOLATED);
            });
    assertThat(chunks(sglang, TransportClass.SHM).get(0).command())
        .isEqualTo("--chunked-prefill-size 4096");
  }

  @Test
  void chunksThatAreLongUnknownUnmeasuredOrOfAnotherHostAreNoLever() {
    for (String tokens : List.of("4096", "8192", "16384", "-1", "none")) {
      assertThat(
              chunks(
                  engine("vllm", Map.of("max_num_batched_tokens", tokens), 1), TransportClass.SHM))
          .as(tokens)
          .isEmpty();
    }
    assertThat(chunks(engine("vllm", Map.of(), 1), TransportClass.SHM)).isEmpty();
    assertThat(
            chunks(engine("vllm", Map.of("max_num_batched_tokens", "512"), 1), TransportClass.NVL))
        .isEmpty();
    Map<String, String> four = Map.of("max_num_batched_tokens", "512", "tensor_parallel_size", "4");
    assertThat(chunks(engine("vllm", four, 1), TransportClass.SHM)).isEmpty();
  }

  @Test
  void publishedCurvesOfAnotherHostMakeNoChunkLever() {
    Trace trace = Fixtures.trace().decode(8);
    trace.transport = Optional.of(TransportClass.SHM);
    trace.engines = List.of(engine("vllm", Map.of("max_num_batched_tokens", "512"), 1));
    assertThat(levers(trace, latencies(CurveBasis.PUBLISHED)))
        .extracting(Lever::code)
        .doesNotContain(Code.PREFILL_CHUNK);
  }

  @Test
  void theLargestPublishedEffectStandsFirstAndEveryFigureHasItsSource() {
    Trace trace = Fixtures.trace().decode(8, 16);
    trace.patterns = List.of(new GraphPattern(0, 4, 0, 2, 15, 15, "SYS", "PIX", 1));
    trace.nRanks = 4;
    trace.rows.clear();
    trace.decode(8, 16);
    trace.engines =
        List.of(
            new EngineFacts(
                "vllm",
                "0.29.0",
                Map.of("max_num_batched_tokens", "512"),
                List.of(new Backend("custom", false, "more than two PCIe-only GPUs")),
                Map.of("full", List.of(1, 8)),
                List.of(new BatchCount("decode", 20, 0, -1, -1, 5, 0, 0)),
                List.of()));
    List<Lever> levers = levers(trace);

    assertThat(levers)
        .extracting(Lever::code)
        .containsExactly(
            Code.GRAPH_SEARCH, Code.P2P_INSTEAD_OF_SHM, Code.ENGINE_ALL_REDUCE, Code.CAPTURE_SIZES);
    assertThat(levers)
        .allMatch(l -> l.basis().isPresent() == l.effect().matches(".*\\d.*"))
        .allMatch(l -> l.basis().isEmpty() || l.effect().contains("published"));
  }

  private static List<Lever> levers(Trace trace, CurveSet... curves) {
    PredictionInput input =
        new PredictionInput(
            trace.build(), Optional.empty(), List.of(curves), Optional.empty(), Optional.empty());
    return Levers.of(input, Predictor.predict(input));
  }
}
