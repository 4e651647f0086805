package dev.ringside.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.core.exc.JacksonIOException;

/** The {@code ringside} command. */
@Command(
    name = "ringside",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Will an NCCL tuner plugin help my model on my box?",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 done, 1 --fail-on reached, 2 wrong use or a missing input, 3 nothing readable."
    })
public final class Ringside implements Runnable {

  @Spec private CommandSpec spec;

  private Ringside() {}

  /** Starts the command line and ends the process with its exit status. */
  public static void main(String[] args) {
    StandardOutput out = new StandardOutput();
    Terminal terminal = Terminal.ofProcess(out);
    int status = run(args, terminal);
    out.flush();
    if (out.failure().isPresent() && !out.isClosed()) {
      terminal.say("standard output", out.failure().get(), "what was printed is not whole");
      status = ExitStatus.USAGE.code();
    }
    System.exit(status);
  }

  /**
   * Runs one command line in a process that goes on afterwards, as with output to files.
   *
   * <pre>{@code
   * int status = Ringside.run(List.of("report", "all.json", "--format", "json"), out, err);
   * }</pre>
   *
   * @return the exit status
   */
  public static int run(List<String> args, OutputStream out, OutputStream err) {
    return run(args.toArray(String[]::new), Terminal.ofStreams(out, err));
  }

  /** The exit status of one command line. */
  static int run(String[] args, Terminal terminal) {
    int status = commandLine(args, terminal).execute(args);
    terminal.out().flush();
    terminal.err().flush();
    return status;
  }

  /** The command line with every command that {@code args} may mean. */
  static CommandLine commandLine(String[] args, Terminal terminal) {
    CommandLine line = new CommandLine(new Ringside());
    Optional<Commands> named = args.length == 0 ? Optional.empty() : Commands.ofWord(args[0]);
    for (Commands c : named.map(n -> new Commands[] {n}).orElseGet(Commands::values)) {
      line.addSubcommand(c.word(), c.make(terminal));
    }
    return line.setOut(terminal.out())
        .setErr(terminal.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A captured command's own words may begin with @.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(Math.min(terminal.width(), 100))
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi(args, terminal)))
        .setParameterExceptionHandler((e, a) -> wrongUse(e, terminal))
        .setExecutionExceptionHandler((e, c, p) -> failed(e, terminal));
  }

  // The parser has not run yet, so that help and usage errors read --color from the arguments.
  private static CommandLine.Help.Ansi ansi(String[] args, Terminal terminal) {
    Terminal.Color color =
        Arrays.asList(args).contains("--color=always")
            ? Terminal.Color.ALWAYS
            : Arrays.asList(args).contains("--color=never")
                ? Terminal.Color.NEVER
                : Terminal.Color.AUTO;
    return terminal.style(color).color() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  private static int wrongUse(ParameterException e, Terminal terminal) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String what =
        e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()
            ? unmatched.getUnmatched().get(0) + ": no such command or option"
            : e.getMessage().lines().findFirst().orElse("wrong use");
    terminal.say("", what, "see '" + command + " --help'");
    return ExitStatus.USAGE.code();
  }

  private static int failed(Exception e, Terminal terminal) {
    if (e instanceof UserError wrong) {
      terminal.err().println("ringside: " + wrong.getMessage());
      return wrong.status().code();
    }
    if (e instanceof FileSystemException file) {
      terminal.say(file.getFile(), reason(file), "");
      return ExitStatus.USAGE.code();
    }
    if (e instanceof IOException || e instanceof JacksonIOException) {
      terminal.say("", e.getMessage(), "");
      return ExitStatus.USAGE.code();
    }
    terminal.err().println("ringside: a fault in ringside itself; please report the lines below");
    e.printStackTrace(terminal.err());
    return ExitStatus.FAULT.code();
  }

  private static String reason(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory; make the folder first";
    }
    return e instanceof AccessDeniedException
        ? "permission denied"
        : Optional.ofNullable(e.getReason()).orElse("cannot be used");
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }

  /** The release that the jar was built as. */
  static final class Version implements IVersionProvider {
    static String number() {
      return Optional.ofNullable(Ringside.class.getPackage().getImplementationVersion())
          .orElse("development");
    }

    @Override
    public String[] getVersion() {
      return new String[] {"ringside " + number()};
    }
  }
}
