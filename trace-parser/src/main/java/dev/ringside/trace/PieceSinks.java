package dev.ringside.trace;

import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;

/**
 * Where {@link TraceFiles} gets its sinks from: one a piece of a source. Called from several
 * threads at once.
 */
public interface PieceSinks {

  /** A sink for the part of {@code source} that begins at byte {@code from}. */
  TraceSink open(Source source, long from);

  /**
   * The piece is read to its end. Pieces of one source may close in any order; {@code to} of one is
   * {@code from} of the next.
   *
   * @param last whether the source ends at {@code to}
   */
  void close(TraceSink sink, Source source, long from, long to, boolean last);
}
