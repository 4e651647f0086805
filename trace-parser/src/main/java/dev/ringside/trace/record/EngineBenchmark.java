package dev.ringside.trace.record;

import java.util.Map;

/**
 * Result of an engine's serving benchmark.
 *
 * @param engine {@code vllm} or {@code sglang}
 * @param settings what was run: model, request rate, concurrency and the like
 * @param metrics numbers under normalised names: {@code output_throughput} in tokens a second,
 *     {@code median_tpot_ms}, {@code p99_ttft_ms}; only those that the file has
 */
public record EngineBenchmark(
    int site, String engine, Map<String, String> settings, Map<String, Double> metrics)
    implements TraceRecord {

  public EngineBenchmark {
    settings = Map.copyOf(settings);
    metrics = Map.copyOf(metrics);
  }
}
