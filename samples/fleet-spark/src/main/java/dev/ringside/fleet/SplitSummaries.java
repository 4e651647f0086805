package dev.ringside.fleet;

import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.StoredSource;
import dev.ringside.trace.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Summaries as they travel between machines: in their JSON form, which loses nothing. */
final class SplitSummaries {
  private SplitSummaries() {}

  /** Whether the class path is as it must be: Spark's Jackson annotations are older than ours. */
  static boolean canBeWritten() {
    byte[] log =
        "a:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n".getBytes(StandardCharsets.UTF_8);
    StoredSource source =
        new StoredSource("a line", log.length, at -> new ByteArrayInputStream(log));
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(source, 0, log.length, pieces);
    try {
      return bytes(pieces.summary()).length > 0;
    } catch (LinkageError e) {
      return false;
    }
  }

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
