package dev.ringside.cli;

import dev.ringside.cost.CurveSet;
import dev.ringside.report.Plain;
import dev.ringside.report.SizingDirectory;
import dev.ringside.report.SizingJson;
import dev.ringside.report.SizingText;
import dev.ringside.sizing.Sizing;
import dev.ringside.sizing.SizingRequest;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside size}. */
@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Message size, zone, AllReduce time and share of a model by batch and TP; advice.")
final class SizeCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;
  @Mixin private CalibrationOption calibration;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "CONFIG.json|NAME",
      description = "Hugging Face configuration, or the name of a model that is known here.")
  private String model;

  @Option(
      names = "--tp",
      split = ",",
      paramLabel = "N",
      defaultValue = "2,4,8",
      description = "Tensor-parallel sizes (default: ${DEFAULT-VALUE}).")
  private List<Integer> tp;

  @Option(
      names = "--batch",
      split = ",",
      paramLabel = "A-B",
      defaultValue = "1-256",
      description = "Batch sizes: numbers and ranges (default: ${DEFAULT-VALUE}).")
  private List<String> batch;

  @Option(
      names = "--tuner",
      paramLabel = "F",
      description = "Tuner file whose zones to show, or builtin:epyc-turin.")
  private String tuner;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also write sizing.json, sizing.csv and the capacity chart there.")
  private Path out;

  private final Terminal terminal;

  SizeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    CalibrationFiles.Read measured = calibration.read();
    List<CurveSet> curves = new ArrayList<>(measured.sweeps().curves());
    measured.published().ifPresent(p -> curves.addAll(p.curves()));
    Optional<TunerFile> zones = Optional.ofNullable(tuner).map(TunerFiles::open);
    Sizing sizing = sizing(curves, zones);
    result.print(
        terminal, to -> SizingJson.write(sizing, to), style -> SizingText.lines(sizing, style));
    if (out != null) {
      List<Path> written = SizingDirectory.write(sizing, out);
      result.aside(terminal, style -> List.of(written(written)));
    }
    return ExitStatus.DONE.code();
  }

  private String written(List<Path> files) {
    boolean hasChart = files.stream().anyMatch(f -> f.toString().endsWith(".png"));
    return "written: "
        + Plain.line(files.get(0).toString())
        + (hasChart
            ? " and beside it the table and the chart"
            : " and beside it the table; no chart: no --calibration holds the latency of AllReduces alone");
  }

  private Sizing sizing(List<CurveSet> curves, Optional<TunerFile> zones) {
    try {
      return Sizing.of(
          new SizingRequest(ModelFiles.open(model), tp, BatchSizes.parse(batch), curves, zones));
    } catch (IllegalArgumentException e) {
      throw UserError.usage("size", e.getMessage(), "");
    }
  }
}
