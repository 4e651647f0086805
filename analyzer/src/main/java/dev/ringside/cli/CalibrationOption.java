package dev.ringside.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** The option that names measurements of a host. */
final class CalibrationOption {
  @Option(
      names = "--calibration",
      paramLabel = "[[ALGO/]PROTO=]F",
      description =
          "A step sweep, nccl-tests output or a folder of them, measured on this host; or"
              + " published:epyc-turin. Repeatable.")
  private List<String> files = List.of();

  CalibrationFiles.Read read() {
    return CalibrationFiles.read(files);
  }
}
