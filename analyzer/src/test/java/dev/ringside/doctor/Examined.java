package dev.ringside.doctor;

import dev.ringside.summary.Interpretation;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the doctor says of files. */
final class Examined {
  private Examined() {}

  static TraceSummary summary(List<Path> files) {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(files, ReadOptions.DEFAULT, pieces);
    return pieces.summary();
  }

  static List<Finding> files(Path... files) {
    TraceSummary summary = summary(List.of(files));
    return Doctor.examine(summary, Interpretation.of(summary, Optional.empty()));
  }

  static Observations observations(Path... files) {
    TraceSummary summary = summary(List.of(files));
    return Observations.of(summary, Interpretation.of(summary, Optional.empty()));
  }

  /** Writes a file that holds {@code text}. */
  static Path write(Path dir, String name, String text) {
    try {
      return Files.writeString(dir.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
