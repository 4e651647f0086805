package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.CommandLine;
import java.util.Map;
import java.util.Optional;

/**
 * Which algorithm and protocol a benchmark run forced: as a person says, else by the environment in
 * a JSON result, NCCL's echo of its variables, the command line, else the words of the file's name.
 */
final class ChoiceReader {
  private final Optional<CurveChoice> choice;
  private final ChoiceEvidence evidence;
  private final String values;

  ChoiceReader(
      String file, SourceRecords records, BenchmarkRun run, Map<String, CurveChoice> pins) {
    if (pins.containsKey(file)) {
      choice = Optional.of(pins.get(file));
      evidence = ChoiceEvidence.OPTION;
      values = "";
      return;
    }
    String command = run.note("command").orElse("");
    ForcedChoice environment =
        ForcedChoice.ofVariables(run.note("env.NCCL_ALGO"), run.note("env.NCCL_PROTO"));
    ForcedChoice echoed =
        ForcedChoice.ofVariables(
            Optional.ofNullable(records.environment.get("NCCL_ALGO")),
            Optional.ofNullable(records.environment.get("NCCL_PROTO")));
    ForcedChoice started =
        ForcedChoice.ofVariables(
            CommandLine.variable(command, "NCCL_ALGO"),
            CommandLine.variable(command, "NCCL_PROTO"));
    if (run.note("env").isPresent() || !environment.values().isEmpty()) {
      choice = environment.choice();
      evidence = ChoiceEvidence.ENVIRONMENT;
      values = environment.values();
    } else if (!echoed.values().isEmpty()) {
      choice = echoed.choice();
      evidence = ChoiceEvidence.NCCL_LINES;
      values = echoed.values();
    } else if (!started.values().isEmpty()) {
      choice = started.choice();
      evidence = ChoiceEvidence.COMMAND_LINE;
      values = started.values();
    } else {
      Optional<CurveChoice> named = ForcedChoice.ofFileName(file);
      choice = Optional.of(named.orElseGet(CurveChoice::ncclDefault));
      evidence = named.isPresent() ? ChoiceEvidence.FILE_NAME : ChoiceEvidence.NONE;
      values = "";
    }
  }

  /** Empty where the variables allow several. */
  Optional<CurveChoice> choice() {
    return choice;
  }

  ChoiceEvidence evidence() {
    return evidence;
  }

  /** The variables as set, for a message. */
  String values() {
    return values;
  }
}
