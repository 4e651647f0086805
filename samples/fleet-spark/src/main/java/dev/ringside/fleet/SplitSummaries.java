package dev.ringside.fleet;

import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Summaries as they travel between machines: in their JSON form, which loses nothing. */
final class SplitSummaries {
  private SplitSummaries() {}

  /** What the splits of one task amount to. */
  static byte[] of(List<Split> splits, Configuration configuration) {
    LogStore store = new LogStore(configuration);
    SummaryPieces pieces = new SummaryPieces();
    for (Split split : splits) {
      TraceFiles.read(store.source(split), split.from(), split.to(), pieces);
    }
    return bytes(pieces.summary());
  }

  /** Both together; the order does not matter, and the same split twice counts once. */
  static byte[] merged(byte[] one, byte[] other) {
    return bytes(summary(one).merge(summary(other)));
  }

  static TraceSummary summary(byte[] json) {
    return TraceSummary.readFrom(new ByteArrayInputStream(json), "summary of a split");
  }

  private static byte[] bytes(TraceSummary summary) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    summary.writeTo(out);
    return out.toByteArray();
  }
}
