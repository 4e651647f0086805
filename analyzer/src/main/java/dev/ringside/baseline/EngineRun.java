package dev.ringside.baseline;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one file says of how fast an engine served: a serving benchmark, or the status lines of a
 * log.
 *
 * @param source file as named on input
 * @param engine {@code vllm} or {@code sglang}
 * @param settings of the benchmark: model, request rate and the like
 * @param metrics numbers by name; of a log {@code decode tokens/s at batch 8}, the median of its
 *     lines
 */
public record EngineRun(
    String source, String engine, Map<String, String> settings, Map<String, Double> metrics) {

  public EngineRun {
    settings = new TreeMap<>(settings);
    metrics = new TreeMap<>(metrics);
  }
}
