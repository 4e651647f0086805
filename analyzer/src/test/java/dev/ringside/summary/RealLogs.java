package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Logs that lie outside the repository, or in its samples; a test without them is skipped. */
final class RealLogs {
  private RealLogs() {}

  static Path find(String relative) {
    Path start = Path.of("").toAbsolutePath();
    Path found =
        Stream.iterate(start, d -> d != null, Path::getParent)
            .map(d -> d.resolve(relative))
            .filter(Files::exists)
            .findFirst()
            .orElse(null);
    Assumptions.assumeTrue(found != null, relative + " is not here");
    return found;
  }

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
