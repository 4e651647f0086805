package dev.ringside.cli;

import dev.ringside.baseline.Validation;
import dev.ringside.report.ValidationJson;
import dev.ringside.report.ValidationText;
import dev.ringside.trace.ReadOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside validate}. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "LL128 data checks: how many results were compared, and what they prove.",
    description = {
      "",
      "Counts the results that nccl-tests compared (-c; the iterations of -n are only timed), states"
          + " the bound at 95 %%, and lists what was not covered with the commands that cover it."
    },
    footer = {"", "Exit status 1 where wrong values were seen, 3 where nothing was checked."})
final class ValidateCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;

  @Parameters(
      paramLabel = "OUTPUT",
      arity = "1..*",
      description = "nccl-tests outputs of LL128 runs, text or JSON; folders of them.")
  private List<Path> outputs;

  @Option(
      names = "--under-load",
      description = "The link between the sockets was loaded while these ran.")
  private boolean isUnderLoad;

  private final Terminal terminal;

  ValidateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    ValidationFiles read = ValidationFiles.read(outputs, isUnderLoad);
    terminal.sayMissing(read.outcome().missing());
    Validation validation = read.validation();
    result.print(
        terminal,
        to -> ValidationJson.write(validation, to),
        style -> ValidationText.lines(validation, style));
    return status(validation, read.outcome()).code();
  }

  private static ExitStatus status(Validation validation, ReadOutcome outcome) {
    if (!outcome.missing().isEmpty()) {
      return ExitStatus.USAGE;
    }
    if (outcome.read() == 0) {
      return ExitStatus.NOTHING_READABLE;
    }
    return switch (validation.verdict()) {
      case CORRUPTS -> ExitStatus.FINDINGS;
      case NOTHING_CHECKED -> ExitStatus.NOTHING_READABLE;
      case NO_ERROR_SEEN -> ExitStatus.DONE;
    };
  }
}
