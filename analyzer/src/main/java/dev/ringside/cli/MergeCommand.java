package dev.ringside.cli;

import dev.ringside.summary.TraceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside merge}. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Join summaries that were made elsewhere into one.",
    footer = {"", "A summary is an input of report and inspect."})
final class MergeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "SUMMARY", arity = "1..*", description = "Files of inspect --summary.")
  private List<Path> summaries;

  @Option(
      names = "-o",
      paramLabel = "F",
      defaultValue = "-",
      description = "Where to (default: standard output).")
  private Path out;

  private final Terminal terminal;

  MergeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    TraceSummary all = TraceSummary.EMPTY;
    for (Path file : summaries) {
      if (!Files.exists(file)) {
        throw UserError.usage(
            file.toString(), "no such summary", "make it with 'ringside inspect --summary'");
      }
      all = all.merge(Inputs.summary(file));
    }
    SummaryFiles.write(all, out, terminal);
    return ExitStatus.DONE.code();
  }
}
