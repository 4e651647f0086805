package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.EngineStep;
import dev.ringside.trace.record.PaddedBatch;
import dev.ringside.trace.record.TraceRecord;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Engine status lines that say the same.
 *
 * @param phase {@code decode}, {@code prefill} or {@code mixed} of a line that an engine prints now
 *     and then; {@code decode-step}, {@code prefill-step} or {@code mixed-step} where it prints
 *     every step; {@code padded} where it counts steps by their padded tokens
 * @param running requests in the batch; -1 unknown
 * @param tokens new tokens of a prefill batch, scheduled tokens of a step, or padded tokens; -1
 *     unknown
 * @param cudaGraph 1 replayed, 0 eager, -1 unknown
 * @param throughputLines lines that state a throughput
 * @param throughputMilliTokens sum of their throughputs, in thousandths of a token a second
 */
public record BatchLines(
    String engine,
    String phase,
    int running,
    long tokens,
    int cudaGraph,
    long count,
    long throughputLines,
    long throughputMilliTokens) {

  /** The line that a record stands for; empty for records that are no status line. */
  static Optional<BatchLines> of(TraceRecord record) {
    if (record instanceof BatchSample b) {
      String phase = b.phase().toLowerCase(Locale.ROOT);
      return Optional.of(
          timed(b.engine(), phase, b.running(), b.tokens(), b.cudaGraph(), b.tokensPerSecond()));
    }
    if (record instanceof EngineStep step) {
      return Optional.of(step(step));
    }
    if (record instanceof PaddedBatch p) {
      int graph = p.mode().equals("NONE") ? 0 : 1;
      return Optional.of(
          new BatchLines(p.engine(), "padded", -1, p.padded(), graph, p.count(), 0, 0));
    }
    return Optional.empty();
  }

  private static BatchLines step(EngineStep step) {
    boolean prefills = step.contextTokens() > 0;
    boolean decodes = step.generationTokens() > 0;
    String phase = prefills ? (decodes ? "mixed-step" : "prefill-step") : "decode-step";
    double tokensPerSecond = step.generationTokens() * 1e6 / step.us();
    return timed(
        step.engine(),
        phase,
        step.generationRequests(),
        step.contextTokens() + step.generationTokens(),
        -1,
        decodes && step.us() > 0 ? tokensPerSecond : Double.NaN);
  }

  private static BatchLines timed(
      String engine, String phase, int running, long tokens, int graph, double tokensPerSecond) {
    boolean isTimed = !Double.isNaN(tokensPerSecond);
    long milliTokens = isTimed ? Math.round(tokensPerSecond * 1000) : 0;
    return new BatchLines(engine, phase, running, tokens, graph, 1, isTimed ? 1 : 0, milliTokens);
  }

  record Key(String engine, String phase, int running, long tokens, int cudaGraph)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::engine)
            .thenComparing(Key::phase)
            .thenComparingInt(Key::running)
            .thenComparingLong(Key::tokens)
            .thenComparingInt(Key::cudaGraph);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  @JsonIgnore
  Key key() {
    return new Key(engine, phase, running, tokens, cudaGraph);
  }

  BatchLines plus(BatchLines other) {
    return new BatchLines(
        engine,
        phase,
        running,
        tokens,
        cudaGraph,
        count + other.count,
        throughputLines + other.throughputLines,
        throughputMilliTokens + other.throughputMilliTokens);
  }
}
