package dev.ringside.summary;

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
}
