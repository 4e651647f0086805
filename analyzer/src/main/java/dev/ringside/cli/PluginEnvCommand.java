package dev.ringside.cli;

import dev.ringside.tuner.TunerFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside plugin env}. */
@Command(
    name = "env",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Print the variables that switch the plugin on, for a shell to read.",
    footer = {"", "Example: eval \"$(ringside plugin env --tuner tuner.csv)\""})
final class PluginEnvCommand implements Callable<Integer> {

  @Option(
      names = "--tuner",
      required = true,
      paramLabel = "F",
      description = "Tuner file, or builtin:epyc-turin.")
  private String tuner;

  @Option(
      names = "--ll128",
      description =
          "Also lift NCCL's ban on LL128 for AllReduce (NCCL 2.24 and later). Data may be corrupted"
              + " silently where LL128 was not validated: run 'ringside validate' first.")
  private boolean allowsLl128;

  private final Terminal terminal;

  PluginEnvCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    TunerFiles.open(tuner);
    // By name and not by path: NCCL 2.27.3 takes a path for a name.
    String folder = ShellWord.quoted(Installation.ofProcess().plugin().getParent().toString());
    terminal
        .out()
        .println("export LD_LIBRARY_PATH=" + folder + "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}");
    export("NCCL_TUNER_PLUGIN", "ringside");
    export(
        "NCCL_TUNER_CONFIG_FILE",
        TunerFile.isBuiltin(tuner)
            ? tuner
            : Path.of(tuner).toAbsolutePath().normalize().toString());
    if (allowsLl128) {
      export("NCCL_PROTO", "LL,Simple;allreduce:LL,LL128,Simple");
    }
    return ExitStatus.DONE.code();
  }

  private void export(String name, String value) {
    terminal.out().println("export " + name + "=" + ShellWord.quoted(value));
  }
}
