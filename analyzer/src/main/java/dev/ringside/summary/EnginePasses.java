package dev.ringside.summary;

import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.regex.Pattern;

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

  // The mode by name, or its value where the engine prints that: a pair (decode, other batches).
  private static final Pattern TWO_FAMILIES =
      Pattern.compile("FULL_AND_PIECEWISE|^[\\[(]2, ?1[\\])]$");

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
        TWO_FAMILIES.matcher(engine.settings().getOrDefault("cudagraph_mode", "")).find()
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

  private static int vllmPasses(EngineFacts engine) {
    return switch (engine.settings().getOrDefault("engine", "")) {
      case "V0" -> TWO_WARM_UPS;
      case "V1" -> ONE_WARM_UP;
      default -> 0;
    };
  }
}
