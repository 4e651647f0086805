package dev.ringside.sizing;

/**
 * A batch size to avoid.
 *
 * @param batch the size just past a cliff
 * @param otherBatch what to use instead: a larger one that takes no longer, or the last one before
 *     the rise
 * @param us time at {@code batch}: of a call, or under a step sweep of a step
 * @param otherUs time at {@code otherBatch}
 */
public record Cliff(int tp, int batch, Kind kind, int otherBatch, double us, double otherUs) {
  /** Why to avoid it. */
  public enum Kind {
    /** A larger batch takes no longer. */
    LARGER_IS_FREE,
    /** The time a token rises by a tenth or more over the measured size before. */
    TIME_A_TOKEN_RISES
  }
}
