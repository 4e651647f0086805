package dev.ringside.cli;

import dev.ringside.calibrate.Calibration;
import dev.ringside.calibrate.HoldOut;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.report.CalibrationCharts;
import dev.ringside.report.CalibrationJson;
import dev.ringside.report.CalibrationText;
import dev.ringside.report.FileNames;
import dev.ringside.report.HoldOutText;
import dev.ringside.report.Plain;
import dev.ringside.report.WholeFiles;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside calibrate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "From sweeps to curves, crossings and a tuner file; --plan prints the sweeps to run.")
final class CalibrateCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;

  @Parameters(
      paramLabel = "[[ALGO/]PROTO=]SWEEP",
      arity = "0..*",
      description = "Step sweeps, nccl-tests output, folders of them; all of one host.")
  private List<String> sweeps = List.of();

  @Option(
      names = "-o",
      paramLabel = "tuner.csv",
      description = "Write the tuner file, and charts of the curves beside it.")
  private Path out;

  @Option(names = "--plan", description = "Print the sweep commands for this host and end.")
  private boolean isPlan;

  @Option(
      names = "--holdout",
      description =
          "Leave out every second size, and later rounds, and say how well the rest predicts them.")
  private boolean isHoldOut;

  @Option(
      names = "--sizes",
      paramLabel = "MIN-MAX",
      description = "With --holdout: sizes whose prediction counts, such as 4K-64M (default: all).")
  private Optional<String> sizes = Optional.empty();

  private final Terminal terminal;

  CalibrateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (isPlan) {
      SweepCommands.ofThisHost(Installation.ofProcess()).forEach(terminal.out()::println);
      return ExitStatus.DONE.code();
    }
    if (sweeps.isEmpty()) {
      throw UserError.usage(
          "calibrate", "no sweep given", "'ringside calibrate --plan' prints how to make one");
    }
    if (sizes.isPresent() && !isHoldOut) {
      throw UserError.usage("--sizes", "belongs to --holdout", "add --holdout or leave it out");
    }
    MessageSizes counted =
        sizes.map(s -> MessageSizes.parse("--sizes", s)).orElse(MessageSizes.ALL);
    Sweeps read = CalibrationFiles.read(sweeps).sweeps();
    Calibration calibration = Calibration.of(read.curves());
    Optional<HoldOut> holdOut =
        isHoldOut
            ? Optional.of(HoldOut.of(read, counted.first(), counted.last()))
            : Optional.empty();
    result.print(
        terminal,
        to -> CalibrationJson.write(calibration, read, holdOut, to),
        style ->
            holdOut
                .map(h -> HoldOutText.lines(h, style))
                .orElseGet(() -> CalibrationText.lines(calibration, read, style)));
    if (read.sweeps().isEmpty()) {
      throw new UserError(
          ExitStatus.NOTHING_READABLE,
          sweeps.get(0),
          "no sweep in it",
          "give nccl-tests output or a step sweep");
    }
    if (out != null) {
      write(calibration, read);
    }
    return ExitStatus.DONE.code();
  }

  private void write(Calibration calibration, Sweeps read) throws IOException {
    TunerFile file = calibration.tunerFile(out.toString());
    if (file.rules().isEmpty()) {
      throw UserError.usage(
          sweeps.get(0),
          "no choice was measured that beats another",
          "sweep at least two pinned choices");
    }
    StringBuilder text = new StringBuilder();
    file.write(text, comments(read));
    String name = out.getFileName().toString();
    int charts;
    try (WholeFiles files = WholeFiles.in(out.toAbsolutePath().getParent())) {
      files.writeText(name, text.toString());
      CalibrationCharts.write(read.curves(), name.replaceFirst("\\.[^.]*$", ""), files);
      charts = files.moveAll().size() - 1;
    }
    say("written: " + out + " (" + file.rules().size() + " rules) and " + charts + " charts");
    say(
        "to use it: eval \"$(ringside plugin env --tuner "
            + ShellWord.quoted(out.toString())
            + ")\"");
    ZoneVariables.of(calibration).forEach(v -> say("or, with builtin:epyc-turin: " + v));
  }

  private static List<String> comments(Sweeps read) {
    Map<String, List<String>> files = new TreeMap<>();
    read.sweeps()
        .forEach(
            s -> files.computeIfAbsent(s.basis().jsonName(), b -> new ArrayList<>()).add(s.file()));
    List<String> comments = new ArrayList<>();
    files.forEach(
        (basis, names) ->
            comments.add(
                basis + ": " + Plain.line(FileNames.summary(names.stream().distinct().toList()))));
    return comments;
  }

  /** Beside JSON nothing else may stand on standard output. */
  private void say(String line) {
    if (result.isText()) {
      terminal.out().println(Plain.line(line));
    } else if (!result.isQuiet()) {
      terminal.err().println(Plain.line(line));
    }
  }
}
