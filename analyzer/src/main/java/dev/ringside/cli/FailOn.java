package dev.ringside.cli;

import dev.ringside.doctor.Finding;
import dev.ringside.doctor.FindingSeverity;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that makes findings fail a command. */
final class FailOn {

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description = "Exit status 1 where a finding is at least so severe: info, warning, error.")
  private FindingSeverity severity;

  /** Missing and unreadable inputs go before findings. */
  ExitStatus status(ExitStatus ofInputs, List<Finding> findings) {
    Optional<FindingSeverity> least = Optional.ofNullable(severity);
    boolean isReached =
        least.isPresent()
            && findings.stream().anyMatch(f -> f.severity().compareTo(least.get()) <= 0);
    return isReached && ofInputs == ExitStatus.DONE ? ExitStatus.FINDINGS : ofInputs;
  }
}
