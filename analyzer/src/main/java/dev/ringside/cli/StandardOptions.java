package dev.ringside.cli;

import dev.ringside.report.Style;
import picocli.CommandLine.Option;

/** Options that every command has beside --help and --version. */
final class StandardOptions {

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "Colour: auto, always or never. NO_COLOR counts under auto.")
  private Terminal.Color color = Terminal.Color.AUTO;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress and no remarks on standard error.")
  private boolean quiet;

  boolean isQuiet() {
    return quiet;
  }

  Style style(Terminal terminal) {
    return terminal.style(color);
  }
}
