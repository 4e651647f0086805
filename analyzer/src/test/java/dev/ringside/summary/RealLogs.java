package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.nio.file.Path;
import java.util.List;

/** Reads real logs. */
final class RealLogs {
  private RealLogs() {}

  static TraceSummary summary(Path... files) {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(List.of(files), ReadOptions.DEFAULT, pieces);
    return pieces.summary();
  }

  /** Reads a file in pieces of several sizes, each of which must give the summary of the whole. */
  static void cut(Path file) {
    TraceSummary whole = summary(file);
    for (long bytes : new long[] {97, 313, 1009, 4099, 30011, 250007}) {
      SummaryPieces pieces = new SummaryPieces();
      TraceFiles.read(List.of(file), ReadOptions.DEFAULT.withPieceBytes(bytes), pieces);
      assertThat(pieces.summary()).as("pieces of %d bytes", bytes).isEqualTo(whole);
    }
    assertThat(MergeLaw.reread(whole)).isEqualTo(whole);
  }
}
