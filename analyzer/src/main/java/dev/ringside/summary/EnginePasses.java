package dev.ringside.summary;

import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How many passes an engine logs for each captured size: warm-ups and the capture itself.
 *
 * <p>SGLang and vLLM's V0 run two warm-ups (SGLang model_executor/cuda_graph_runner.py,
 * capture_one_batch_size; vLLM worker/model_runner.py, CUDAGraphRunner.capture). vLLM's V1 and
 * later run one, in each family of graphs that has the size (v1/worker/gpu_model_runner.py,
 * capture_model; cudagraph_num_of_warmups is 1 wherever graphs are on).
 */
final class EnginePasses {
  private static final int TWO_WARM_UPS = 3;
  private static final int ONE_WARM_UP = 2;

  private EnginePasses() {}

  /**
   * Calls of one pass.
   *
   * @param logged distinct numbers of calls that a rank logged for its captured sizes
   * @return empty where the engine's lines do not settle it
   */
  static OptionalLong callsPerPass(EngineFacts engine, NavigableSet<Long> logged) {
    if (logged.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean hasTwoFamilies =
        engine.settings().getOrDefault("cudagraph_mode", "").contains("FULL_AND_PIECEWISE")
            || engine.captureSizes().keySet().containsAll(List.of("full", "piecewise"));
    int passes = passesOfAFamily(engine);
    boolean mayComeTwice = passes == ONE_WARM_UP && hasTwoFamilies;
    // With two families the sizes that both have come twice as often; one number alone is either.
    boolean isSettled =
        mayComeTwice
            ? logged.size() == 2 && logged.last() == 2 * logged.first()
            : logged.size() == 1;
    return passes > 0 && isSettled && logged.first() % passes == 0
        ? OptionalLong.of(logged.first() / passes)
        : OptionalLong.empty();
  }

  private static int passesOfAFamily(EngineFacts engine) {
    return switch (engine.name()) {
      case "sglang" -> TWO_WARM_UPS;
      case "vllm" -> vllmPasses(engine);
      default -> 0;
    };
  }

  /** The configuration line names the engine V0 or V1 since 0.8; before there was only V0. */
  private static int vllmPasses(EngineFacts engine) {
    String generation = engine.settings().getOrDefault("engine", "");
    boolean isV0 = generation.isEmpty() ? !engine.version().isEmpty() : generation.equals("V0");
    return isV0 ? TWO_WARM_UPS : generation.isEmpty() ? 0 : ONE_WARM_UP;
  }

  /** Largest declared capture size of decode graphs; empty where none is declared. */
  static OptionalInt largestCaptureSize(EngineFacts engine) {
    List<Integer> full = engine.captureSizes().get("full");
    return (full != null
            ? full.stream()
            : engine.captureSizes().values().stream().flatMap(Collection::stream))
        .mapToInt(Integer::intValue)
        .max();
  }
}
