package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.EngineFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineRulesTest {
  private final EngineRules rules = EngineRules.load();

  private static EngineFacts engine(String name, String version, String... backends) {
    List<EngineFacts.Backend> active =
        Arrays.stream(backends).map(b -> new EngineFacts.Backend(b, true, "")).toList();
    return new EngineFacts(name, version, Map.of(), active, Map.of(), List.of(), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "vllm, 0.9.1, custom, '', 2, 8388607, custom",
    "vllm, 0.11.0, custom, 9.0, 8, 8388607, custom",
    "vllm, 0.11.0, custom+symm_mem, 9.0, 8, 67108863, symm_mem",
    "vllm, 0.23.0, custom+symm_mem, 9.0, 8, 67108864, symm_mem",
    "vllm, 0.22.1rc1.dev357+g74b5964f0, custom+symm_mem, 9.0, 8, 67108863, symm_mem",
    "vllm, 0.29.0, flashinfer, 10.0, 8, 1048576, flashinfer",
    "sglang, 0.5.4, custom, '', 4, 8388607, custom",
    "sglang, 0.5.12, custom, '', 4, 16777216, custom",
    "sglang, '', custom, '', 4, 8388607, custom"
  })
  void reachFollowsReleaseGpuAndRanks(
      String name,
      String version,
      String backends,
      String capability,
      int nRanks,
      long bytes,
      String backend) {
    Optional<EngineRules.Reach> reach =
        rules.reach(engine(name, version, backends.split("\\+", -1)), capability, nRanks, 0);

    assertThat(reach)
        .get()
        .extracting(EngineRules.Reach::bytes, EngineRules.Reach::backend)
        .containsExactly(bytes, backend);
    assertThat(reach.get().source()).isNotBlank();
  }

  @Test
  void theCapOfTheCustomKernelsShrinksWhereSymmetricMemoryTakesOver() {
    EngineFacts engine = engine("vllm", "0.11.0", "custom", "symm_mem");

    assertThat(rules.reach(engine, "10.0", 8, 0))
        .get()
        .extracting(EngineRules.Reach::backend)
        .isEqualTo("symm_mem");
    assertThat(rules.reach(engine, "8.6", 8, 0))
        .get()
        .extracting(EngineRules.Reach::bytes)
        .isEqualTo(8388607L);
  }

  @Test
  void limitsInTokensNeedTheSizeOfAToken() {
    EngineFacts engine = engine("sglang", "0.5.6", "fused");

    assertThat(rules.reach(engine, "9.0", 8, 0)).isEmpty();
    assertThat(rules.reach(engine, "9.0", 8, 14336))
        .get()
        .extracting(EngineRules.Reach::bytes)
        .isEqualTo(2048L * 14336);
  }

  @Test
  void ncclItselfAndUnsupportedNumbersOfRanksReachNothing() {
    assertThat(rules.reach(engine("vllm", "0.11.0", "pynccl"), "9.0", 8, 0)).isEmpty();
    assertThat(rules.reach(engine("vllm", "0.11.0", "custom"), "9.0", 16, 0)).isEmpty();
  }
}
