package dev.ringside.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a serving engine says of itself.
 *
 * @param name {@code vllm} or {@code sglang}
 * @param version empty unknown
 * @param settings last value by normalised name, in order of name
 * @param backends all-reduce backends, in order of appearance
 * @param captureSizes declared capture sizes by mode, in declared order
 * @param batches status lines by what they say, in order of key
 * @param firstBatches the first status lines, in order
 */
public record EngineFacts(
    String name,
    String version,
    Map<String, String> settings,
    List<Backend> backends,
    Map<String, List<Integer>> captureSizes,
    List<BatchCount> batches,
    List<BatchCount> firstBatches) {

  private static final String PREFILL_PIECES = "piecewise";

  // SGLang counts the token that is verified among the draft tokens, vLLM does not.
  private static final String SGLANG_DRAFT_TOKENS = "speculative_num_draft_tokens";
  private static final List<String> VLLM_SPECULATIVE_TOKENS =
      List.of("num_speculative_tokens", "num_spec_tokens");

  public EngineFacts {
    backends = List.copyOf(backends);
    batches = List.copyOf(batches);
    firstBatches = List.copyOf(firstBatches);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    captureSizes = Collections.unmodifiableMap(new LinkedHashMap<>(captureSizes));
  }

  /**
   * Largest batch that a captured graph holds: declared, else stated, else asked for; empty where
   * nothing says it or graphs are off. SGLang's graphs of prefill tokens hold no batches.
   */
  public OptionalInt largestGraph() {
    if (settings.getOrDefault("enforce_eager", "").equals("True")) {
      return OptionalInt.empty();
    }
    NavigableSet<Integer> listed = decodeCaptureSizes();
    return !listed.isEmpty()
        ? OptionalInt.of(listed.last())
        : Stream.of("cudagraph_max_size", "cuda_graph_max_bs")
            .map(key -> settings.getOrDefault(key, ""))
            .filter(v -> v.matches("\\d{1,6}"))
            .mapToInt(Integer::parseInt)
            .filter(n -> n > 0)
            .findFirst();
  }

  /** Declared capture sizes of decode graphs; SGLang's {@code piecewise} ones are of prefill. */
  public NavigableSet<Integer> decodeCaptureSizes() {
    NavigableSet<Integer> sizes = new TreeSet<>();
    captureSizes.forEach(
        (mode, declared) -> {
          if (!mode.equals(PREFILL_PIECES)) {
            sizes.addAll(declared);
          }
        });
    return sizes;
  }

  /** Tokens of a pass of each decode graph: SGLang declares requests, vLLM tokens. */
  public NavigableSet<Integer> decodeGraphTokens() {
    NavigableSet<Integer> tokens = new TreeSet<>();
    decodeCaptureSizes().forEach(size -> tokens.add(size * tokensAGraphSize()));
    return tokens;
  }

  /** As {@link #largestGraph}, in tokens of a pass. */
  OptionalInt largestGraphTokens() {
    OptionalInt largest = largestGraph();
    return largest.isPresent()
        ? OptionalInt.of(largest.getAsInt() * tokensAGraphSize())
        : OptionalInt.empty();
  }

  private int tokensAGraphSize() {
    return name.equals("sglang") ? tokensARequest() : 1;
  }

  /** Tokens of a request in a decode pass, with those of speculation; 1 without. */
  public int tokensARequest() {
    int draft = number(SGLANG_DRAFT_TOKENS);
    return draft > 0
        ? draft
        : 1 + VLLM_SPECULATIVE_TOKENS.stream().mapToInt(this::number).max().orElse(0);
  }

  private int number(String key) {
    String value = settings.getOrDefault(key, "");
    return value.matches("\\d{1,4}") ? Integer.parseInt(value) : 0;
  }

  /** Declared capture sizes of prefill, in tokens, that are none of decode. */
  NavigableSet<Integer> prefillCaptureSizes() {
    NavigableSet<Integer> sizes =
        new TreeSet<>(captureSizes.getOrDefault(PREFILL_PIECES, List.of()));
    sizes.removeAll(decodeGraphTokens());
    return sizes;
  }

  /** An all-reduce of the engine itself; {@code cause} as printed, empty for none. */
  public record Backend(String name, boolean active, String cause) {}

  /**
   * Status lines that say the same.
   *
   * @param phase {@code decode}, {@code prefill} or {@code mixed} of a line that an engine prints
   *     now and then; {@code decode-step}, {@code prefill-step} or {@code mixed-step} where it
   *     prints every step; {@code padded} where it counts steps by their padded tokens
   * @param running requests in the batch; -1 unknown
   * @param waiting requests queued; -1 unknown, and where lines are counted together
   * @param tokens new tokens of a prefill batch, scheduled tokens of a step, or padded tokens; -1
   *     unknown
   * @param cudaGraph 1 replayed, 0 eager, -1 unknown
   * @param count lines
   * @param throughputLines lines that state a throughput
   * @param throughputMilliTokens sum of their throughputs, in thousandths of a token a second
   */
  public record BatchCount(
      String phase,
      int running,
      int waiting,
      long tokens,
      int cudaGraph,
      long count,
      long throughputLines,
      long throughputMilliTokens) {}
}
