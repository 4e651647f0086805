package dev.ringside.summary;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;

/**
 * Summarises whatever a reader opens, pieces of several sources at once.
 *
 * <pre>{@code
 * SummaryPieces pieces = new SummaryPieces();
 * TraceFiles.read(paths, options, pieces);
 * TraceSummary summary = pieces.summary();
 * }</pre>
 */
public final class SummaryPieces implements PieceSinks {
  private TraceSummary summary = TraceSummary.EMPTY;

  @Override
  public TraceSink open(Source source, long from) {
    return new SummaryBuilder(source, from);
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    TraceSummary piece = ((SummaryBuilder) sink).finish(to, last);
    synchronized (this) {
      summary = summary.merge(piece);
    }
  }

  /** All pieces that are closed by now. */
  public synchronized TraceSummary summary() {
    return summary;
  }
}
