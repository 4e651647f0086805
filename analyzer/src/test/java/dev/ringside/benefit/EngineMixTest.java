package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.benefit.Fixtures.Trace;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.Backend;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What an engine's own lines say of the path, of the mix of batches and of step times. */
class EngineMixTest {
  private static final TunerFile ALWAYS_SIMPLE =
      Fixtures.tuner("allreduce,0,9223372036854775807,ring,simple,-1,1,2");

  @Test
  void anEnginesOwnAllReduceKeepsNcclOutOfThePath() {
    Trace trace = Fixtures.trace();
    trace.engines = List.of(engine("vllm", List.of(new Backend("CUSTOM", true, "")), Map.of()));
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).headline().verdict())
        .isEqualTo(Verdict.NOT_IN_PATH);
    trace.engines =
        List.of(
            engine(
                "vllm",
                List.of(new Backend("custom", false, "PCIe"), new Backend("PYNCCL", true, "")),
                Map.of()));
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).headline().reason())
        .isEqualTo(Reason.NO_TRAFFIC);
  }

  @Test
  void sizesPastTheEnginesReachMayBeNcclsUnseen() {
    Trace trace = Fixtures.trace();
    EngineFacts small =
        engine(
            "vllm", List.of(new Backend("custom", true, "")), Map.of("tensor_parallel_size", "2"));
    trace.engines = List.of(small);
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).headline().verdict())
        .isEqualTo(Verdict.NOT_IN_PATH);
    trace.engines =
        List.of(
            new EngineFacts(
                "vllm",
                "",
                small.settings(),
                small.backends(),
                Map.of("", List.of(1, 2048)),
                List.of(),
                List.of()));
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).headline().reason())
        .isEqualTo(Reason.NO_TRAFFIC);
  }

  @Test
  void sglangLinesWeighStepsAndCarryStepTimes() {
    Trace trace = Fixtures.trace().decode(1, 8);
    trace.engines =
        List.of(
            engine(
                "sglang",
                List.of(),
                Map.of(),
                batch("decode", 1, 3, 1000),
                batch("decode", 5, 1, 2500)));
    Prediction p = Fixtures.predict(trace.build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    assertThat(p.mix().orElseThrow().weights())
        .containsExactly(Map.entry(1L, 3.0), Map.entry(8L, 1.0));
    assertThat(p.rows().get(0).stepTime()).contains(StepTime.ofEngine(1000));
    assertThat(p.rows().get(1).stepTime()).contains(StepTime.ofEngine(2000));
    // (3 x 100 + 1 x 100) / (3 x 1000 + 1 x 2000)
    assertThat(p.headline().stepSavingPct().orElseThrow().mid()).isCloseTo(8, within(1e-9));
  }

  @Test
  void theShareOfAllReducesIsTheirLatencyInTheStepTheEnginePrints() {
    Trace trace = Fixtures.trace().decode(8);
    trace.engines = List.of(engine("sglang", List.of(), Map.of(), batch("decode", 8, 3, 4000)));
    CurvePoint point = new CurvePoint(8 * Fixtures.TOKEN, 0, 1, new TreeMap<>(Map.of(0, 10.0)));
    CurveSet alone =
        CurveSet.of(
            CurveBasis.ISOLATED,
            Fixtures.H200_SHM,
            List.of(),
            List.of(
                new LatencyCurve(
                    new CurveKey(2, 1, CurveChoice.pinned(Algorithm.RING, Protocol.LL)),
                    List.of(point))));

    SizeRow row = Fixtures.predict(trace.build(), ALWAYS_SIMPLE, alone).rows().get(0);

    // A step takes 8 / 4000 s; 32 calls of 10 us, of which isolated sweeps miss up to 8.
    Interval share = row.allReduceSharePct().orElseThrow();
    assertThat(share.low()).isCloseTo(100 * 32 * 2 / 2000.0, within(1e-9));
    assertThat(share.mid()).isCloseTo(100 * 32 * 10 / 2000.0, within(1e-9));
    assertThat(share.high()).isCloseTo(100 * 32 * 18 / 2000.0, within(1e-9));
    assertThat(Fixtures.predict(trace.build(), ALWAYS_SIMPLE).rows().get(0).allReduceSharePct())
        .isEmpty();
  }

  @Test
  void vllmLinesWeighTime() {
    Trace trace = Fixtures.trace().decode(1, 8);
    trace.engines =
        List.of(
            engine(
                "vllm",
                List.of(),
                Map.of(),
                batch("decode", 1, 3, 1000),
                batch("decode", 5, 1, 2500)));
    Prediction p = Fixtures.predict(trace.build(), ALWAYS_SIMPLE, Fixtures.steps(1000, 900, 900));
    // Steps: 3 / 1000 and 1 / 2000; saving 100 us each; time 3 + 1.
    assertThat(p.headline().stepSavingPct().orElseThrow().mid())
        .isCloseTo(100 * (0.3 + 0.05) / 4, within(1e-9));
  }

  @Test
  void speculativeTokensAreTokens() {
    Trace trace = Fixtures.trace().decode(1, 8, 16);
    trace.engines =
        List.of(
            engine(
                "vllm",
                List.of(),
                Map.of("num_speculative_tokens", "3"),
                batch("mixed", 2, 1, 1000),
                batch("mixed", 0, 9, 0)));
    Prediction p = Fixtures.predict(trace.build(), ALWAYS_SIMPLE);
    assertThat(p.mix().orElseThrow().weights()).containsOnlyKeys(8L);
    assertThat(p.rows().get(1).stepTime()).isEmpty();
  }

  @Test
  void aMixIsReadStrictly() {
    assertThat(BatchMix.parse("1:40, 8:60,8:1.5").weights())
        .containsExactly(Map.entry(1L, 40.0), Map.entry(8L, 61.5));
    for (String wrong : List.of("", "1", "1:0", "0:1", "1:x", "1:2:3", "-1:2")) {
      assertThatThrownBy(() -> BatchMix.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("BATCH:WEIGHT");
    }
  }

  private static EngineFacts engine(
      String name, List<Backend> backends, Map<String, String> settings, BatchCount... batches) {
    return new EngineFacts(
        name,
        "",
        settings,
        backends,
        Map.of("", List.of(1, 8, 16)),
        Arrays.asList(batches),
        List.of());
  }

  private static BatchCount batch(String phase, int running, long lines, long tokensPerSecond) {
    return new BatchCount(
        phase,
        running,
        -1,
        -1,
        -1,
        lines,
        tokensPerSecond > 0 ? lines : 0,
        lines * tokensPerSecond * 1000);
  }
}
