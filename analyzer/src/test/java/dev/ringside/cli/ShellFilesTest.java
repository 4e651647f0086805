package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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
