package dev.ringside.cli;

import dev.ringside.baseline.Validation;
import dev.ringside.baseline.ValidationCollector;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * LL128 data checks as files.
 *
 * @param outcome what became of the files
 */
record ValidationFiles(Validation validation, ReadOutcome outcome) {

  static ValidationFiles read(List<Path> outputs, boolean isUnderLoad) {
    ValidationCollector collector = new ValidationCollector();
    ReadOutcome outcome = TraceFiles.read(outputs, ReadOptions.DEFAULT, collector);
    return new ValidationFiles(collector.validation(isUnderLoad), outcome);
  }
}
