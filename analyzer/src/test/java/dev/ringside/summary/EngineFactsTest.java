package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What an engine's settings say of its graphs and of the passes that it logs. */
class EngineFactsTest {

  private static EngineFacts engine(
      String name, Map<String, String> settings, Map<String, List<Integer>> captureSizes) {
    return new EngineFacts(name, "", settings, List.of(), captureSizes, List.of(), List.of());
  }

  private static EngineFacts sglang(Map<String, String> settings) {
    return engine("sglang", settings, Map.of());
  }

  @Test
  void theLargestGraphIsTheDeclaredElseTheStatedOne() {
    assertThat(
            engine("sglang", Map.of("cuda_graph_max_bs", "160"), Map.of("full", List.of(1, 8, 4)))
                .largestGraph())
        .hasValue(8);
    assertThat(sglang(Map.of("cuda_graph_max_bs", "160")).largestGraph()).hasValue(160);
    assertThat(
            engine(
                    "vllm",
                    Map.of("cudagraph_max_size", "512", "cuda_graph_max_bs", "1"),
                    Map.of("piecewise", List.of(1024)))
                .largestGraph())
        .hasValue(512);
  }

  @Test
  void noGraphIsKnownWhereGraphsAreOffOrNoNumberSaysIt() {
    assertThat(sglang(Map.of("enforce_eager", "True", "cuda_graph_max_bs", "160")).largestGraph())
        .isEmpty();
    assertThat(sglang(Map.of("cuda_graph_max_bs", "None")).largestGraph()).isEmpty();
    assertThat(sglang(Map.of("cuda_graph_max_bs", "0")).largestGraph()).isEmpty();
    assertThat(sglang(Map.of()).largestGraphTokens()).isEmpty();
  }

  @Test
  void sglangCountsRequestsAndVllmTokens() {
    Map<String, String> settings =
        Map.of("speculative_num_draft_tokens", "4", "cuda_graph_max_bs", "16");
    assertThat(sglang(settings).largestGraphTokens()).hasValue(64);
    EngineFacts vllm =
        engine("vllm", Map.of("num_speculative_tokens", "3", "cudagraph_max_size", "16"), Map.of());
    assertThat(vllm.largestGraphTokens()).hasValue(16);
    assertThat(vllm.tokensARequest()).isEqualTo(4);
    assertThat(engine("vllm", Map.of(), Map.of()).tokensARequest()).isEqualTo(1);
  }

  private static OptionalLong passes(EngineFacts engine, Long... logged) {
    return EnginePasses.callsPerPass(engine, new TreeSet<>(List.of(logged)));
  }

  @Test
  void twoWarmUpsAndTheCaptureAreThreePasses() {
    assertThat(passes(sglang(Map.of()), 195L)).hasValue(65);
    assertThat(passes(engine("vllm", Map.of("engine", "V0"), Map.of()), 195L)).hasValue(65);
    assertThat(passes(sglang(Map.of()), 196L)).isEmpty();
    assertThat(passes(sglang(Map.of()), 195L, 390L)).isEmpty();
    assertThat(passes(sglang(Map.of()))).isEmpty();
    assertThat(passes(engine("other", Map.of(), Map.of()), 195L)).isEmpty();
  }

  @Test
  void withTwoFamiliesOfGraphsASizeOfBothComesTwiceAsOften() {
    EngineFacts one = engine("vllm", Map.of("engine", "V1"), Map.of());
    EngineFacts named =
        engine("vllm", Map.of("engine", "V1", "cudagraph_mode", "FULL_AND_PIECEWISE"), Map.of());
    EngineFacts pair = engine("vllm", Map.of("engine", "V1", "cudagraph_mode", "(2, 1)"), Map.of());
    EngineFacts declared =
        engine(
            "vllm",
            Map.of("engine", "V1"),
            Map.of("full", List.of(1, 2), "piecewise", List.of(1, 2, 4)));

    assertThat(passes(one, 130L)).hasValue(65);
    assertThat(passes(one, 130L, 260L)).isEmpty();
    for (EngineFacts two : List.of(named, pair, declared)) {
      assertThat(passes(two, 130L)).isEmpty();
      assertThat(passes(two, 130L, 260L)).hasValue(65);
      assertThat(passes(two, 130L, 261L)).isEmpty();
      assertThat(passes(two, 130L, 260L, 520L)).isEmpty();
    }
    assertThat(passes(engine("vllm", Map.of(), Map.of()), 130L)).isEmpty();
  }
}
