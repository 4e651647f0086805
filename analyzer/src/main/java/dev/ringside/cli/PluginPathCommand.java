package dev.ringside.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ringside plugin path}. */
@Command(
    name = "path",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Print the path of the tuner plugin.")
final class PluginPathCommand implements Callable<Integer> {
  private final Terminal terminal;

  PluginPathCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().println(Installation.ofProcess().plugin());
    return ExitStatus.DONE.code();
  }
}
