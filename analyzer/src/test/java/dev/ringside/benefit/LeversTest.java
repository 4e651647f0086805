package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import dev.ringside.benefit.Fixtures.Trace;
import dev.ringside.benefit.Lever.Code;
import dev.ringside.cost.CurveSet;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.Backend;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static List<Lever> levers(Trace trace, CurveSet... curves) {
    PredictionInput input =
        new PredictionInput(
            trace.build(), Optional.empty(), List.of(curves), Optional.empty(), Optional.empty());
    return Levers.of(input, Predictor.predict(input));
  }
}
