package dev.ringside.cli;

import dev.ringside.benefit.BatchMix;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Predictor;
import dev.ringside.calibrate.Calibration;
import dev.ringside.doctor.Checklist;
import dev.ringside.doctor.Doctor;
import dev.ringside.doctor.Finding;
import dev.ringside.report.Plain;
import dev.ringside.report.Report;
import dev.ringside.report.ReportAssembler;
import dev.ringside.report.ReportDirectory;
import dev.ringside.report.ReportInput;
import dev.ringside.report.ReportJson;
import dev.ringside.report.TextReport;
import dev.ringside.report.ValidationFinding;
import dev.ringside.sizing.ModelShape;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.Traffic;
import dev.ringside.tuner.TunerFile;
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

  private final Terminal terminal;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Optional<ModelShape> shape = Optional.ofNullable(model).map(ModelFiles::open);
    Optional<BatchMix> mix = Optional.ofNullable(batchMix).map(ReportCommand::mix);
    CalibrationFiles.Read measured = calibration.read();
    Optional<TunerFile> zones = zones(measured);
    Inputs reader = new Inputs(terminal, result.isQuiet());
    Inputs.Read read = reader.read(inputs);
    Traffic traffic = Interpretation.of(read.summary(), shape.map(ModelShape::hint));
    reader.sayLosses(traffic.losses());
    if (read.isNothing()) {
      return read.status().code();
    }
    List<Finding> findings = Doctor.examine(read.summary(), traffic);
    PredictionInput input =
        new PredictionInput(traffic, zones, measured.sweeps().curves(), measured.published(), mix);
    show(
        new ReportInput(
            input,
            Predictor.predict(input),
            findings(findings),
            Checklist.of(read.summary(), traffic),
            command(),
            Ringside.Version.number()));
    return failOn.status(read.status(), findings).code();
  }

  /** Findings of the inputs, and what is known of LL128 in front where it was checked. */
  private List<Report.Finding> findings(List<Finding> ofInputs) {
    List<Report.Finding> all = new ArrayList<>();
    if (!validation.isEmpty()) {
      ValidationFiles checks = ValidationFiles.read(validation, false);
      checks.outcome().missing().stream()
          .findFirst()
          .ifPresent(
              m -> {
                throw UserError.usage(m, "no such validation file", "give nccl-tests output");
              });
      all.add(ValidationFinding.of(checks.validation()));
    }
    all.addAll(FindingLines.forReport(ofInputs));
    return all;
  }

  private void show(ReportInput input) throws IOException {
    Report report =
        out == null ? ReportAssembler.assemble(input) : ReportAssembler.assembleForPage(input);
    result.print(
        terminal, to -> ReportJson.write(report, to), style -> TextReport.lines(report, style));
    if (out != null) {
      List<Path> written = ReportDirectory.write(report, out);
      String first = Plain.line(written.get(0).toString());
      result.aside(
          terminal,
          style -> List.of("written: " + first + " and " + (written.size() - 1) + " more files"));
    }
  }

  /** The file asked for; without one, the best that the calibration of this host gives. */
  private Optional<TunerFile> zones(CalibrationFiles.Read measured) {
    if (tuner != null) {
      return Optional.of(TunerFiles.open(tuner));
    }
    TunerFile best = Calibration.of(measured.sweeps().curves()).tunerFile("calibrated optimum");
    return best.rules().isEmpty() ? Optional.empty() : Optional.of(best);
  }

  private static BatchMix mix(String text) {
    try {
      return BatchMix.parse(text);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--batch-mix", e.getMessage(), "");
    }
  }

  private List<String> command() {
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    return List.of("ringside " + String.join(" ", given.stream().map(ShellWord::quoted).toList()));
  }
}
