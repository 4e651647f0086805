package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Comparator;

/**
 * Engine status lines that say the same.
 *
 * @param phase {@code decode}, {@code prefill} or {@code mixed}
 * @param running requests in the batch; -1 unknown
 * @param tokens new tokens of a prefill batch; -1 unknown
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
