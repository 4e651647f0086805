package dev.ringside.benefit;

import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.summary.Traffic;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Batch sizes and step times from an engine's status lines.
 *
 * <p>Tokens of a step are running requests × tokens a request, padded to the next captured size; a
 * batch above the largest runs as it is. Lines without running requests are idle and do not count.
 */
final class EngineMix {

  private static final String SGLANG = "sglang";

  // SGLang counts the token that is verified among the draft tokens, vLLM does not.
  private static final String SGLANG_DRAFT_TOKENS = "speculative_num_draft_tokens";
  private static final List<String> VLLM_SPECULATIVE_TOKENS =
      List.of("num_speculative_tokens", "num_spec_tokens");

  private final EngineFacts engine;
  private final int tokensARequest;
  private final NavigableSet<Integer> captured = new TreeSet<>();

  private EngineMix(EngineFacts engine) {
    this.engine = engine;
    this.tokensARequest = tokensARequest(engine);
    captured.addAll(decodeCaptures(engine));
  }

  /** Captured sizes of decode; {@code piecewise} graphs of SGLang are for prefill. */
  static NavigableSet<Integer> decodeCaptures(EngineFacts engine) {
    NavigableSet<Integer> sizes = new TreeSet<>();
    engine
        .captureSizes()
        .forEach(
            (mode, list) -> {
              if (!mode.equals("piecewise")) {
                sizes.addAll(list);
              }
            });
    return sizes;
  }

  /** Of the first engine that printed running batches. */
  static Optional<EngineMix> of(Traffic traffic) {
    return traffic.engines().stream()
        .filter(e -> e.batches().stream().anyMatch(EngineMix::isDecode))
        .findFirst()
        .map(EngineMix::new);
  }

  /** How often each batch size runs. */
  Optional<BatchMix> mix() {
    TreeMap<Long, Double> weights = new TreeMap<>();
    for (BatchCount line : engine.batches()) {
      if (isDecode(line)) {
        weights.merge(tokens(line), (double) line.count(), Double::sum);
      }
    }
    BatchMix.Kind kind = engine.name().equals(SGLANG) ? BatchMix.Kind.STEPS : BatchMix.Kind.TIME;
    return weights.isEmpty()
        ? Optional.empty()
        : Optional.of(new BatchMix(weights, kind, BatchMix.Basis.ENGINE));
  }

  /**
   * Mean microseconds of a step of that many tokens: running requests over throughput, of lines
   * without prefill. Unknown with speculative tokens, of which the throughput counts only the
   * accepted ones.
   */
  OptionalDouble stepUs(long tokens) {
    if (tokensARequest != 1) {
      return OptionalDouble.empty();
    }
    double us = 0;
    long lines = 0;
    for (BatchCount line : engine.batches()) {
      if (line.phase().equals("decode")
          && line.running() > 0
          && tokens(line) == tokens
          && line.throughputLines() > 0
          && line.throughputMilliTokens() > 0) {
        double tokensPerSecond = line.throughputMilliTokens() / 1e3 / line.throughputLines();
        us += line.throughputLines() * (line.running() * 1e6 / tokensPerSecond);
        lines += line.throughputLines();
      }
    }
    return lines == 0 ? OptionalDouble.empty() : OptionalDouble.of(us / lines);
  }

  private static boolean isDecode(BatchCount line) {
    return !line.phase().equals("prefill") && line.running() > 0;
  }

  private long tokens(BatchCount line) {
    // SGLang captures numbers of requests, vLLM numbers of tokens.
    if (engine.name().equals(SGLANG)) {
      return (long) padded(line.running(), line) * tokensARequest;
    }
    return padded(line.running() * tokensARequest, line);
  }

  private int padded(int size, BatchCount line) {
    Integer next = captured.ceiling(size);
    return line.cudaGraph() == 0 || next == null ? size : next;
  }

  private static int tokensARequest(EngineFacts engine) {
    int draft = number(engine, SGLANG_DRAFT_TOKENS);
    if (draft > 0) {
      return draft;
    }
    int speculative =
        VLLM_SPECULATIVE_TOKENS.stream().mapToInt(k -> number(engine, k)).max().orElse(0);
    return 1 + speculative;
  }

  private static int number(EngineFacts engine, String key) {
    String value = engine.settings().getOrDefault(key, "");
    return value.matches("\\d{1,4}") ? Integer.parseInt(value) : 0;
  }
}
