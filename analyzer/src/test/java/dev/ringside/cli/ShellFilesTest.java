package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class ShellFilesTest {
  @TempDir private Path dir;

  private static CommandLine line() {
    return Ringside.commandLine(new String[0], Terminal.ofProcess(new StandardOutput()));
  }

  @Test
  void aPageNamesEveryOption() throws IOException {
    ShellFiles.write(line(), dir);

    String page = Files.readString(dir.resolve("man/man1/ringside-report.1"));
    assertThat(page)
        .startsWith(".TH \"RINGSIDE-REPORT\" \"1\"")
        .contains(".SH SYNOPSIS", "\\-\\-calibration", "\\-\\-batch\\-mix", "\\-\\-help");
    assertThat(page.lines()).noneMatch(l -> l.startsWith("'") || l.contains("${"));
  }

  /** A lone percent sign makes picocli complain in the middle of a help page. */
  @Test
  void everyTextOfAHelpPageCanBeFormatted() {
    for (CommandLine command : line().getSubcommands().values()) {
      CommandSpec spec = command.getCommandSpec();
      Stream.of(
              Stream.of(spec.usageMessage().header(), spec.usageMessage().description()),
              Stream.<String[]>of(spec.usageMessage().footer()),
              spec.args().stream().map(ArgSpec::description))
          .flatMap(texts -> texts)
          .flatMap(Stream::of)
          .forEach(
              text ->
                  assertThatCode(() -> String.format(text))
                      .as("%s: %s", spec.name(), text)
                      .doesNotThrowAnyException());
    }
  }

  @Test
  void twoBuildsGiveTheSameFiles() throws IOException {
    ShellFiles.write(line(), dir.resolve("a"));
    ShellFiles.write(line(), dir.resolve("b"));

    for (String file : new String[] {"completion/ringside.bash", "man/man1/ringside.1"}) {
      assertThat(dir.resolve("b").resolve(file))
          .hasSameTextualContentAs(dir.resolve("a").resolve(file));
    }
  }
}
