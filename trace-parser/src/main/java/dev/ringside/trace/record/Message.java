package dev.ringside.trace.record;

/**
 * A warning, or an INFO line that a finding may rest on.
 *
 * @param level WARN or INFO, or {@link #ERROR} where another program tells of NCCL's failure
 * @param where {@code file:line} of NCCL's source; empty where not printed
 * @param text the message
 */
public record Message(int site, String level, String where, String text) implements TraceRecord {

  /** The level of what PyTorch, an engine or a benchmark says of a failure of NCCL or CUDA. */
  public static final String ERROR = "ERROR";
}
