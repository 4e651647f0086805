package dev.ringside.cli;

import java.util.Optional;
import picocli.CommandLine;

/**
 * The commands in the order of {@code ringside --help}. A command's class is loaded when it is
 * made: reflection over the options of all of them would cost every start a quarter second.
 */
enum Commands {
  REPORT("report"),
  INSPECT("inspect"),
  SIZE("size"),
  CALIBRATE("calibrate"),
  DOCTOR("doctor"),
  BASELINE("baseline"),
  VALIDATE("validate"),
  PLUGIN("plugin"),
  CAPTURE("capture"),
  GRAPH("graph"),
  MERGE("merge");

  private final String word;

  Commands(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  Object make(Terminal terminal) {
    return switch (this) {
      case REPORT -> new ReportCommand(terminal);
      case INSPECT -> new InspectCommand(terminal);
      case SIZE -> new SizeCommand(terminal);
      case MERGE -> new MergeCommand(terminal);
      case CALIBRATE -> new CalibrateCommand(terminal);
      case DOCTOR -> new DoctorCommand(terminal);
      case BASELINE -> new BaselineCommand(terminal);
      case VALIDATE -> new ValidateCommand(terminal);
      case CAPTURE -> new CaptureCommand(terminal);
      case GRAPH -> new GraphCommand(terminal);
      case PLUGIN ->
          new CommandLine(new PluginCommand())
              .addSubcommand(new PluginPathCommand(terminal))
              .addSubcommand(new PluginEnvCommand(terminal))
              .addSubcommand(new PluginCheckCommand(terminal));
    };
  }

  static Optional<Commands> ofWord(String word) {
    for (Commands c : values()) {
      if (c.word.equals(word)) {
        return Optional.of(c);
      }
    }
    return Optional.empty();
  }
}
