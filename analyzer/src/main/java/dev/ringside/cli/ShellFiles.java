package dev.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes what a distribution carries for shells: completion and manual pages. */
public final class ShellFiles {
  private ShellFiles() {}

  /** Into the folder named by the only argument: {@code completion/} and {@code man/man1/}. */
  public static void main(String[] args) throws IOException {
    write(
        Ringside.commandLine(new String[0], Terminal.ofProcess(new StandardOutput())),
        Path.of(args[0]));
  }

  static void write(CommandLine line, Path directory) throws IOException {
    Path completion = Files.createDirectories(directory.resolve("completion"));
    // The script of picocli serves bash, and zsh through its bashcompinit.
    Files.writeString(
        completion.resolve("ringside.bash"), withoutDate(AutoComplete.bash("ringside", line)));
    Files.writeString(
        completion.resolve("ringside.zsh"),
        """
        autoload -U +X compinit && compinit
        autoload -U +X bashcompinit && bashcompinit
        source "${0:A:h}/ringside.bash"
        """);
    pages(line, Files.createDirectories(directory.resolve("man/man1")));
  }

  private static void pages(CommandLine line, Path directory) throws IOException {
    String name = line.getCommandSpec().qualifiedName("-");
    Files.writeString(directory.resolve(name + ".1"), ManPage.of(line));
    for (Map.Entry<String, CommandLine> sub : line.getSubcommands().entrySet()) {
      pages(sub.getValue(), directory);
    }
  }

  /** Two builds of one commit must be equal. */
  private static String withoutDate(String script) {
    return script.replaceAll("(?m)^# (Generated|Version).* on .*$\\n?", "");
  }
}
