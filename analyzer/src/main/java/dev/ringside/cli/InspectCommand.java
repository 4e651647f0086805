package dev.ringside.cli;

import dev.ringside.doctor.Doctor;
import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.InspectionJson;
import dev.ringside.report.InspectionText;
import dev.ringside.summary.Inspection;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside inspect}. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "What is in these files: kinds, versions, communicators, calls by size and rank.")
final class InspectCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Logs, traces, benchmark outputs, folders of them; - is standard input.")
  private List<Path> inputs;

  @Option(
      names = "--summary",
      paramLabel = "F",
      description = "Also write a summary that merge and report read; - is standard output.")
  private Path summary;

  private final Terminal terminal;

  InspectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Inputs reader = new Inputs(terminal, result.isQuiet());
    Inputs.Read read = reader.read(inputs);
    Traffic traffic = Interpretation.of(read.summary(), Optional.empty());
    Inspection inspection = Inspection.of(read.summary(), traffic);
    reader.sayLosses(inspection.losses());
    if (read.isNothing()) {
      return read.status().code();
    }
    boolean isSummaryPrinted = summary != null && summary.equals(SummaryFiles.STANDARD_OUTPUT);
    if (summary != null) {
      SummaryFiles.write(read.summary(), summary, terminal);
    }
    if (!isSummaryPrinted) {
      List<LocatedFinding> findings =
          FindingLines.of(Doctor.examine(read.summary(), traffic), FindingLines.in(inputs));
      result.print(
          terminal,
          to -> InspectionJson.write(inspection, findings, to),
          style -> InspectionText.lines(inspection, findings, style));
    }
    return read.status().code();
  }
}
