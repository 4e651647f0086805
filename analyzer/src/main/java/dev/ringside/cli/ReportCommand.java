package dev.ringside.cli;

import dev.ringside.benefit.BatchMix;
import dev.ringside.report.Report;
import dev.ringside.report.ValidationFinding;
import dev.ringside.summary.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringside report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Will the plugin help my model? Verdict, sizes, zones, levers.")
final class ReportCommand implements Callable<Integer> {
  private static final String FOLLOW = "--follow";
  private static final String INTERVAL = "--interval";
  private static final double SHORTEST = 0.1;
  private static final double LONGEST = 86_400;

  @Mixin private ResultOptions result;
  @Mixin private CalibrationOption calibration;
  @Mixin private FailOn failOn;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "NCCL and engine logs, traces, folders of them; - is standard input.")
  private List<Path> inputs;

  @Option(
      names = "--tuner",
      paramLabel = "F",
      description =
          "Tuner file to judge, or builtin:epyc-turin. Default: what --calibration shows to be best.")
  private String tuner;

  @Option(
      names = "--model",
      paramLabel = "CONFIG.json|NAME",
      description = "Hugging Face configuration, or the name of a model that is known here.")
  private String model;

  @Option(
      names = "--batch-mix",
      paramLabel = "B:W,...",
      description = "How often each batch size runs, such as 1:40,8:60.")
  private String batchMix;

  @Option(
      names = "--validation",
      paramLabel = "F",
      description =
          "nccl-tests output of LL128 data checks on this host, as 'ringside validate' reads it."
              + " Repeatable.")
  private List<Path> validation = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also write report.html, report.json, sizes.csv and charts there.")
  private Path out;

  @Option(
      names = FOLLOW,
      description =
          "Go on reading what is written to the inputs and report whenever something changed; Ctrl-C"
              + " or SIGTERM ends with the whole report.")
  private boolean isFollowed;

  @Option(
      names = INTERVAL,
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "With --follow: pause between two looks (default: ${DEFAULT-VALUE}); longer where looks take"
              + " long.")
  private double interval;

  private final Terminal terminal;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    checkInterval();
    ReportJudge judge = judge();
    ReportOutput output = new ReportOutput(terminal, result, Optional.ofNullable(out));
    Inputs reader = new Inputs(terminal, result.isQuiet());
    Inputs.Read read =
        isFollowed
            ? new FollowedReport(terminal, judge, output, interval).follow(inputs, reader)
            : reader.read(inputs);
    Traffic traffic = judge.traffic(read.summary());
    reader.sayLosses(traffic.losses());
    if (read.isNothing()) {
      return read.status().code();
    }
    ReportJudge.Judged judged = judge.judged(read.summary(), traffic, FindingLines.in(inputs));
    output.deliver(output.shown(judged.input()));
    return failOn.status(read.status(), judged.findings()).code();
  }

  private ReportJudge judge() {
    CalibrationFiles.Read measured = calibration.read();
    return new ReportJudge(
        Optional.ofNullable(model).map(ModelFiles::open),
        Optional.ofNullable(batchMix).map(ReportCommand::mix),
        measured,
        Optional.ofNullable(tuner).map(TunerFiles::open),
        checks(),
        command());
  }

  private void checkInterval() {
    if (!isFollowed && spec.commandLine().getParseResult().hasMatchedOption(INTERVAL)) {
      throw UserError.usage(INTERVAL, "says nothing without " + FOLLOW, "add " + FOLLOW);
    }
    if (!(interval >= SHORTEST && interval <= LONGEST)) {
      throw UserError.usage(
          INTERVAL,
          "\"" + interval + "\" is no pause",
          "give seconds, from " + SHORTEST + " to " + (long) LONGEST);
    }
  }

  /** What is known of LL128 on this host, where it was checked. */
  private List<Report.Finding> checks() {
    if (validation.isEmpty()) {
      return List.of();
    }
    ValidationFiles checks = ValidationFiles.read(validation, false);
    checks.outcome().missing().stream()
        .findFirst()
        .ifPresent(
            m -> {
              throw UserError.usage(m, "no such validation file", "give nccl-tests output");
            });
    return List.of(ValidationFinding.of(checks.validation()));
  }

  private static BatchMix mix(String text) {
    try {
      return BatchMix.parse(text);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--batch-mix", e.getMessage(), "");
    }
  }

  /** Without what only says when to look: the files as they are give the same report again. */
  private String command() {
    List<String> words = new ArrayList<>();
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    for (int i = 0; i < given.size(); i++) {
      String word = given.get(i);
      if (word.equals(INTERVAL)) {
        i++;
      } else if (!word.equals(FOLLOW) && !word.startsWith(INTERVAL + "=")) {
        words.add(ShellWord.quoted(word));
      }
    }
    return "ringside " + String.join(" ", words);
  }
}
