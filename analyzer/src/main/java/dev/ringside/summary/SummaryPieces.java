package dev.ringside.summary;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.Map;
import java.util.TreeMap;

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
  private final Map<String, TraceSummary> bySource = new TreeMap<>();
  private final SiteRemover sites = new SiteRemover();

  @Override
  public TraceSink open(Source source, long from) {
    return new SummaryBuilder(source, from, sites);
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    TraceSummary piece = ((SummaryBuilder) sink).finish(to, last);
    synchronized (this) {
      bySource.merge(source.name(), piece, TraceSummary::merge);
    }
  }

  /** Takes all pieces of a source out again. */
  public synchronized void forget(String source) {
    bySource.remove(source);
  }

  /** All pieces that are closed by now. */
  public synchronized TraceSummary summary() {
    return TraceSummary.ofSources(bySource.values());
  }
}
