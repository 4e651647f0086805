package dev.ringside.cli;

import dev.ringside.doctor.CheckedItem;
import dev.ringside.doctor.Checklist;
import dev.ringside.doctor.Doctor;
import dev.ringside.doctor.Finding;
import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.DoctorJson;
import dev.ringside.report.DoctorText;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "What is wrong here, with evidence and remedy, worst first?",
    description = {
      "",
      "Reads NCCL and engine logs, benchmark outputs, traces and dumps, and what host tools print:"
          + " nvidia-smi topo -m and nvlink -s, lspci -vvv, ibstat, ethtool -S (twice, to see"
          + " counters grow)."
    },
    footer = {
      "",
      "Example: ringside doctor --checklist nccl.*.log topo.txt",
      "",
      "Exit status 1 where --fail-on is reached."
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;
  @Mixin private FailOn failOn;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Logs, traces, outputs of host tools, folders of them; - is standard input.")
  private List<Path> inputs;

  @Option(
      names = "--checklist",
      description =
          "Also go through the checklist: what the inputs confirm, contradict and cannot show.")
  private boolean asksChecklist;

  private final Terminal terminal;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Inputs reader = new Inputs(terminal, result.isQuiet());
    Inputs.Read read = reader.read(inputs);
    Traffic traffic = Interpretation.of(read.summary(), Optional.empty());
    reader.sayLosses(traffic.losses());
    if (read.isNothing()) {
      return read.status().code();
    }
    List<Finding> findings = Doctor.examine(read.summary(), traffic);
    List<CheckedItem> checklist = asksChecklist ? Checklist.of(read.summary(), traffic) : List.of();
    List<LocatedFinding> located = FindingLines.of(findings, FindingLines.in(inputs));
    result.print(
        terminal,
        to -> DoctorJson.write(located, checklist, to),
        style -> DoctorText.lines(located, checklist, style));
    return failOn.status(read.status(), findings).code();
  }
}
