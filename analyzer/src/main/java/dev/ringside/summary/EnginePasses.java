package dev.ringside.summary;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
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
  private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+).*");

  private EnginePasses() {}

  /** Passes a size; empty where the engine's lines do not settle it. */
  static OptionalInt of(EngineFacts engine) {
    if (engine.name().equals("sglang")) {
      return OptionalInt.of(TWO_WARM_UPS);
    }
    if (!engine.name().equals("vllm")) {
      return OptionalInt.empty();
    }
    if (isV0(engine)) {
      return OptionalInt.of(TWO_WARM_UPS);
    }
    boolean hasTwoFamilies =
        engine.settings().getOrDefault("cudagraph_mode", "").contains("FULL_AND_PIECEWISE")
            || engine.captureSizes().keySet().containsAll(List.of("full", "piecewise"));
    // With two families only the sizes that both have come twice as often.
    return hasTwoFamilies ? OptionalInt.empty() : OptionalInt.of(ONE_WARM_UP);
  }

  private static boolean isV0(EngineFacts engine) {
    String generation = engine.settings().getOrDefault("engine_generation", "");
    if (!generation.isEmpty()) {
      return generation.equalsIgnoreCase("V0");
    }
    // V1 became the default with 0.8.0.
    Matcher m = VERSION.matcher(engine.version());
    return m.matches() && m.group(1).equals("0") && Integer.parseInt(m.group(2)) < 8;
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
