package dev.ringside.cli;

import dev.ringside.report.Plain;
import dev.ringside.summary.Interpretation;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside plugin check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Compare a plugin's decisions with the model's, without a GPU.",
    footer = {"", "Exit status 1 where any decision differs."})
final class PluginCheckCommand implements Callable<Integer> {
  private static final int SHOWN = 5;

  @Option(
      names = "--plugin",
      paramLabel = "SO",
      description = "Any tuner plugin; default is ringside's own.")
  private Path plugin;

  @Option(
      names = "--tuner",
      paramLabel = "F",
      defaultValue = TunerFile.EPYC_TURIN,
      description = "Tuner file that both follow (default: ${DEFAULT-VALUE}).")
  private String tuner;

  @Option(
      names = "--costs",
      paramLabel = "LOG",
      arity = "1..*",
      description =
          "Logs whose cost tables (NCCL_DEBUG_SUBSYS with TUNING) say what is forbidden; "
              + "only communicators of their shapes are asked about.")
  private List<Path> costs = List.of();

  private final Terminal terminal;

  PluginCheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    TunerFile file = TunerFiles.open(tuner);
    Installation here = Installation.ofProcess();
    Path so = plugin == null ? here.plugin() : plugin;
    if (plugin != null && !Files.isRegularFile(plugin)) {
      throw UserError.usage(plugin.toString(), "no such plugin", "give the path of a tuner plugin");
    }
    PluginCheck check = new PluginCheck(file, new ProbeRun(here.probe(), so, tuner));
    if (costs.isEmpty()) {
      check.run();
    } else {
      for (LoggedCosts table : tables()) {
        check.run(table);
      }
    }
    if (check.apis().isEmpty()) {
      throw UserError.usage(
          so.toString(), "has no ncclTunerPlugin_v2 to v6", "give a tuner plugin with --plugin");
    }
    print(so, check);
    return (check.differences().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS).code();
  }

  private List<LoggedCosts> tables() {
    Inputs.Read read = new Inputs(terminal, true).read(costs);
    List<LoggedCosts> tables = LoggedCosts.of(Interpretation.of(read.summary(), Optional.empty()));
    if (tables.isEmpty()) {
      throw new UserError(
          read.status() == ExitStatus.DONE ? ExitStatus.NOTHING_READABLE : read.status(),
          "--costs",
          "no cost table of a known communicator in the logs",
          "log rank 0 with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING");
    }
    return tables;
  }

  private void print(Path so, PluginCheck check) {
    List<String> differences = check.differences();
    String apis = check.apis().stream().map(a -> "v" + a).collect(Collectors.joining(", "));
    terminal
        .out()
        .println(
            Plain.line(
                String.format(
                    Locale.ROOT,
                    "%s: %,d points of %s, API %s, %s",
                    so,
                    check.points(),
                    tuner,
                    apis,
                    differences.isEmpty()
                        ? "no difference"
                        : String.format(Locale.ROOT, "%,d differences", differences.size()))));
    differences.stream().limit(SHOWN).forEach(d -> terminal.out().println("  " + Plain.line(d)));
  }
}
