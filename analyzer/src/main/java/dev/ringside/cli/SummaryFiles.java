package dev.ringside.cli;

import dev.ringside.report.WholeFiles;
import dev.ringside.summary.TraceSummary;
import java.io.IOException;
import java.nio.file.Path;

/** Writes summaries. */
final class SummaryFiles {
  static final Path STANDARD_OUTPUT = Path.of("-");

  private SummaryFiles() {}

  /** Beside its name first, so that nobody reads half of one. */
  static void write(TraceSummary summary, Path to, Terminal terminal) throws IOException {
    if (to.equals(STANDARD_OUTPUT)) {
      summary.writeTo(terminal.bytes());
      terminal.bytes().write('\n');
      return;
    }
    WholeFiles.replace(
        to,
        out -> {
          summary.writeTo(out);
          out.write('\n');
        });
  }
}
