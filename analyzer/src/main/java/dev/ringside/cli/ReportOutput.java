package dev.ringside.cli;

import dev.ringside.report.Plain;
import dev.ringside.report.Report;
import dev.ringside.report.ReportAssembler;
import dev.ringside.report.ReportDirectory;
import dev.ringside.report.ReportInput;
import dev.ringside.report.ReportJson;
import dev.ringside.report.TextReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a report goes.
 *
 * @param folder for the report as files
 */
record ReportOutput(Terminal terminal, ResultOptions result, Optional<Path> folder) {

  /** A report, and what standard output shows of it. */
  record Shown(Report report, String text) {}

  Shown shown(ReportInput input) throws IOException {
    Report report =
        folder.isPresent()
            ? ReportAssembler.assembleForPage(input)
            : ReportAssembler.assemble(input);
    return new Shown(
        report,
        result.shown(
            terminal,
            to -> ReportJson.write(report, to),
            style -> TextReport.lines(report, style)));
  }

  void print(Shown shown) throws IOException {
    result.print(
        terminal,
        to -> to.write(shown.text.getBytes(StandardCharsets.UTF_8)),
        style -> shown.text.lines().toList());
  }

  /** Writes the files, where there is a folder for them. */
  List<Path> writeFiles(Shown shown) throws IOException {
    return folder.isPresent() ? ReportDirectory.write(shown.report, folder.get()) : List.of();
  }

  /** Prints the report, writes the files and says so. */
  void deliver(Shown shown) throws IOException {
    print(shown);
    List<Path> written = writeFiles(shown);
    if (!written.isEmpty()) {
      String first = Plain.line(written.get(0).toString());
      result.aside(
          terminal,
          style -> List.of("written: " + first + " and " + (written.size() - 1) + " more files"));
    }
  }
}
