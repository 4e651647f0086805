package dev.ringside.cli;

import dev.ringside.baseline.Baseline;
import dev.ringside.baseline.BaselineFinding.Severity;
import dev.ringside.baseline.HealthLimits;
import dev.ringside.baseline.PredictedSaving;
import dev.ringside.baseline.Side;
import dev.ringside.baseline.StoredBaseline;
import dev.ringside.report.BaselineDirectory;
import dev.ringside.report.BaselineJson;
import dev.ringside.report.BaselineText;
import dev.ringside.report.Plain;
import dev.ringside.report.WholeFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside baseline}. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Benchmarks against health limits and against each other: what changed, and why?",
    description = {
      "",
      "Each INPUT is one state of the machine: an nccl-tests output (text or -J JSON), a stored"
          + " baseline, a serving benchmark, or a folder with all that belongs to the state, NCCL"
          + " and engine logs included. The first is what the others are compared with."
    },
    footer = {
      "",
      "Example: ringside baseline --label before=old.txt --label before=old.log"
          + " --label after=new.txt --label after=new.log",
      "",
      "Exit status 1 where --fail-on is reached."
    })
final class BaselineCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;

  @Parameters(paramLabel = "INPUT", arity = "0..*", description = "A state, labelled by its name.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--label",
      paramLabel = "NAME=INPUT",
      description = "An input of the state NAME. Repeatable; inputs of one name belong together.")
  private List<String> labelled = List.of();

  @Option(
      names = "--limits",
      paramLabel = "F",
      description = "Health limits by fabric, a CSV; --print-limits shows the built-in one.")
  private Path limits;

  @Option(names = "--print-limits", description = "Print the built-in health limits and end.")
  private boolean printsLimits;

  @Option(
      names = "--predicted",
      paramLabel = "REPORT.json",
      description = "What 'ringside report' predicted of the change, shown beside what came.")
  private Path predicted;

  @Option(
      names = "--save",
      paramLabel = "F",
      description = "Store the last state as a baseline for later comparisons.")
  private Path save;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also write baseline.json and charts of bus bandwidth there.")
  private Path out;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description = "Exit status 1 where a finding is at least so severe: info, warning, error.")
  private Severity failOn;

  private final Terminal terminal;

  BaselineCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (printsLimits) {
      terminal.out().print(HealthLimits.builtinText());
      return ExitStatus.DONE.code();
    }
    HealthLimits health = limits == null ? HealthLimits.builtin() : limits();
    List<PredictedSaving> savings = predicted == null ? List.of() : PredictedFile.read(predicted);
    BaselineInputs read = BaselineInputs.read(inputs, labelled, terminal);
    if (read.sides().stream().allMatch(Side::isEmpty)) {
      throw new UserError(
          read.isMissing() ? ExitStatus.USAGE : ExitStatus.NOTHING_READABLE,
          "",
          "no benchmark in the inputs",
          "give nccl-tests output, a serving benchmark's JSON or an engine log");
    }
    Baseline judged = Baseline.judge(read.sides(), health, savings);
    show(judged);
    if (save != null) {
      store(read.sides().get(read.sides().size() - 1));
    }
    return status(judged, read.isMissing()).code();
  }

  private ExitStatus status(Baseline judged, boolean isMissing) {
    if (isMissing) {
      return ExitStatus.USAGE;
    }
    boolean isReached = Optional.ofNullable(failOn).map(judged::reaches).orElse(false);
    return isReached ? ExitStatus.FINDINGS : ExitStatus.DONE;
  }

  private void show(Baseline judged) throws IOException {
    result.print(
        terminal, to -> BaselineJson.write(judged, to), style -> BaselineText.lines(judged, style));
    if (out != null) {
      List<Path> written = BaselineDirectory.write(judged, out);
      String file = Plain.line(written.get(0).toString());
      int charts = written.size() - 1;
      result.aside(terminal, style -> List.of("written: " + file + ", " + charts + " charts"));
    }
  }

  private void store(Side side) throws IOException {
    WholeFiles.replace(save, to -> StoredBaseline.write(side, to));
  }

  private HealthLimits limits() throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(limits)) {
      return HealthLimits.parse(reader, limits.toString());
    } catch (NoSuchFileException e) {
      throw UserError.usage(
          limits.toString(), "no such file", "start from 'ringside baseline --print-limits'");
    } catch (IllegalArgumentException e) {
      throw UserError.usage("", e.getMessage(), "");
    }
  }
}
