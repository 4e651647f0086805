package dev.ringside.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ringside plugin}: its subcommands do the work. */
@Command(
    name = "plugin",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    header =
        "Where the tuner plugin is, what to export, and whether a plugin decides as the model.")
final class PluginCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "one of path, env, check is missing");
  }
}
