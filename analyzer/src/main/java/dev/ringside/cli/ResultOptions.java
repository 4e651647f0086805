package dev.ringside.cli;

import dev.ringside.report.Style;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that answers with a result, for people or for programs. */
final class ResultOptions {
  @Mixin private StandardOptions standard;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE}).")
  private OutputFormat format;

  /** Writes one JSON object. */
  @FunctionalInterface
  interface Json {
    void write(OutputStream to) throws IOException;
  }

  boolean isQuiet() {
    return standard.isQuiet();
  }

  boolean isText() {
    return format == OutputFormat.TEXT;
  }

  /** Prints the result in the form asked for. */
  void print(Terminal terminal, Json json, Function<Style, List<String>> text) throws IOException {
    if (isText()) {
      printText(terminal, text);
    } else {
      json.write(terminal.bytes());
    }
  }

  /** What {@link #print} would write. */
  String shown(Terminal terminal, Json json, Function<Style, List<String>> text)
      throws IOException {
    if (isText()) {
      return String.join("\n", text.apply(standard.style(terminal)));
    }
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    json.write(to);
    return to.toString(StandardCharsets.UTF_8);
  }

  /** Prints what only people read; nothing where programs read. */
  void aside(Terminal terminal, Function<Style, List<String>> text) {
    if (isText()) {
      terminal.out().println();
      printText(terminal, text);
    }
  }

  private void printText(Terminal terminal, Function<Style, List<String>> text) {
    text.apply(standard.style(terminal)).forEach(terminal.out()::println);
  }
}
