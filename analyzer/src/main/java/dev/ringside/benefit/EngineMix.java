package dev.ringside.benefit;

import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.summary.Traffic;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Batch sizes and step times from an engine's status lines: the best kind of line that there is.
 * Counts of padded steps are exact; lines of every step are exact before padding; lines now and
 * then are samples.
 *
 * <p>Tokens of a sampled step are running requests × tokens a request, padded to the next captured
 * size; a batch above the largest runs as it is. Lines without running requests are idle and do not
 * count.
 */
final class EngineMix {

  private static final String SGLANG = "sglang";
  private static final String PADDED = "padded";
  private static final String DECODE_STEP = "decode-step";
  private static final String MIXED_STEP = "mixed-step";

  private final EngineFacts engine;
  private final int tokensARequest;
  private final NavigableSet<Integer> captured = new TreeSet<>();

  private EngineMix(EngineFacts engine) {
    this.engine = engine;
    this.tokensARequest = engine.tokensARequest();
    captured.addAll(engine.decodeCaptureSizes());
  }

  /** Of the first engine that printed running batches. */
  static Optional<EngineMix> of(Traffic traffic) {
    return traffic.engines().stream()
        .map(EngineMix::new)
        .filter(m -> m.mix().isPresent())
        .findFirst();
  }

  /** How often each batch size runs. */
  Optional<BatchMix> mix() {
    return mix(this::isPadded, BatchMix.Kind.STEPS)
        .or(() -> mix(this::isDecodeStep, BatchMix.Kind.STEPS))
        .or(() -> mix(EngineMix::isDecode, sampled()));
  }

  private BatchMix.Kind sampled() {
    return engine.name().equals(SGLANG) ? BatchMix.Kind.STEPS : BatchMix.Kind.TIME;
  }

  private Optional<BatchMix> mix(Predicate<BatchCount> kind, BatchMix.Kind weight) {
    TreeMap<Long, Double> weights = new TreeMap<>();
    for (BatchCount line : engine.batches()) {
      if (kind.test(line)) {
        weights.merge(tokens(line), (double) line.count(), Double::sum);
      }
    }
    return weights.isEmpty()
        ? Optional.empty()
        : Optional.of(new BatchMix(weights, weight, BatchMix.Basis.ENGINE));
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
      boolean decodes = line.phase().equals("decode") || line.phase().equals(DECODE_STEP);
      if (decodes
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
    boolean sample = line.phase().equals("decode") || line.phase().equals("mixed");
    return sample && line.running() > 0;
  }

  /** Mixed steps replay the captured sizes too, as far as these reach; larger ones are prefill. */
  private boolean isDecodeStep(BatchCount line) {
    boolean mixed =
        line.phase().equals(MIXED_STEP) && captured.ceiling((int) line.tokens()) != null;
    return (mixed || line.phase().equals(DECODE_STEP)) && line.tokens() > 0;
  }

  /** What ran outside a graph is prefill, unless nothing is captured at all. */
  private boolean isPadded(BatchCount line) {
    boolean decodes = line.cudaGraph() == 1 || captured.isEmpty();
    return line.phase().equals(PADDED) && line.tokens() > 0 && decodes;
  }

  private long tokens(BatchCount line) {
    if (line.phase().equals(PADDED)) {
      return line.tokens();
    }
    if (line.phase().endsWith("-step")) {
      return padded((int) line.tokens(), line);
    }
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
}
