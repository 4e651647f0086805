package dev.ringside.cli;

import dev.ringside.report.Plain;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside capture}. */
@Command(
    name = "capture",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Run a command with the NCCL variables that a report needs, then report.",
    description = {
      "",
      "The command's input, output, signals and exit status are what they would be without"
          + " ringside; its output is a pipe, so it may colour or buffer less. Variables that are"
          + " set already stay as they are. ringside's own lines go to standard error."
    },
    footer = {"", "Example: ringside capture --dir run1 -- vllm serve MODEL -tp 4"})
final class CaptureCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Mixin private StandardOptions standard;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Folder for the files (default: ringside-capture-TIME).")
  private Path dir;

  @Option(
      names = "--limit",
      paramLabel = "SIZE",
      defaultValue = "256M",
      description = "Largest size of each file, such as 64M or 1G (default: ${DEFAULT-VALUE}).")
  private String limit;

  @Option(
      names = "--dry-run",
      description =
          "Start nothing; print the variables for a shell, docker, Kubernetes, Slurm, Ray and"
              + " mpirun.")
  private boolean isDryRun;

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "What to run, behind --.")
  private List<String> command = List.of();

  private final Terminal terminal;

  CaptureCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = folder();
    CaptureEnvironment environment =
        CaptureEnvironment.of(
            folder.toString(),
            terminal.environment(),
            NcclConfiguration.read(terminal.environment()));
    if (isDryRun) {
      environment.remarks().forEach(this::say);
      LaunchForms.lines(environment.added(), folder.toString()).forEach(terminal.out()::println);
      return ExitStatus.DONE.code();
    }
    if (command.isEmpty()) {
      throw UserError.usage("", "no command to run", "write it behind --, as in --help");
    }
    long most = bytes(limit);
    prepare(folder);
    announce(folder, environment);
    CapturedCommand.Outcome outcome = run(folder, environment, most);
    outcome.remarks().forEach(this::say);
    report(folder);
    return outcome.status();
  }

  private Path folder() {
    Path named =
        dir == null
            ? Path.of("ringside-capture-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP))
            : dir;
    return named.toAbsolutePath().normalize();
  }

  private static long bytes(String text) {
    return ByteNumber.parse(text)
        .orElseThrow(
            () -> UserError.usage("--limit", "\"" + text + "\" is no size", "write 64M or 1G"));
  }

  /** A folder that has files of an earlier run would mix two runs in one report. */
  private static void prepare(Path folder) {
    try {
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw UserError.usage(folder.toString(), "is not empty", "name a new folder with --dir");
        }
      }
    } catch (IOException e) {
      throw UserError.usage(
          folder.toString(), "cannot be made or read", "name another folder with --dir");
    }
  }

  private void announce(Path folder, CaptureEnvironment environment) {
    if (standard.isQuiet()) {
      return;
    }
    environment.added().forEach((name, value) -> say("set " + name + "=" + value));
    environment.remarks().forEach(this::say);
    LaunchForms.warning(command, environment.added(), folder.toString()).ifPresent(this::say);
    say(
        "each call that no CUDA graph replays costs a line of 250 bytes a rank, and time: measure"
            + " speed without capture");
  }

  private CapturedCommand.Outcome run(Path folder, CaptureEnvironment environment, long most)
      throws InterruptedException {
    try {
      return new CapturedCommand(command, environment, folder, most)
          .run(terminal.bytes(), System.err);
    } catch (IOException e) {
      throw UserError.usage(
          command.get(0), "cannot be started", "check its name and that it may be executed");
    }
  }

  /** On standard error, so that standard output stays the command's. */
  private void report(Path folder) {
    PrintWriter err = terminal.err();
    Terminal aside =
        new Terminal(
            err,
            err,
            System.err,
            terminal.isErrTerminal(),
            terminal.isErrTerminal(),
            terminal.canUnicode(),
            terminal.width(),
            terminal.height(),
            terminal.environment());
    err.println();
    int status = Ringside.run(new String[] {"report", folder.toString()}, aside);
    if (status == ExitStatus.NOTHING_READABLE.code()) {
      say("nothing was captured: did the variables reach the engine?");
    }
    say("files: " + folder);
    say("again: ringside report " + ShellWord.quoted(folder.toString()));
  }

  private void say(String text) {
    terminal.err().println("ringside: " + Plain.line(text));
  }
}
