package dev.ringside.cli;

import dev.ringside.graph.CandidateRings;
import dev.ringside.graph.GraphCollector;
import dev.ringside.graph.GraphFacts;
import dev.ringside.graph.GraphFile;
import dev.ringside.report.GraphJson;
import dev.ringside.report.GraphText;
import dev.ringside.report.WholeFiles;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside graph}. */
@Command(
    name = "graph",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "NCCL's graph search: what it found, what is wrong with it, and another to measure.",
    footer = {
      "",
      "Example: ringside graph nccl.log --candidate candidate.xml",
      "Give the topology dump (NCCL_TOPO_DUMP_FILE) too where there is one."
    })
final class GraphCommand implements Callable<Integer> {
  @Mixin private ResultOptions result;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Logs with GRAPH lines, graph and topology dumps (XML), of one job.")
  private List<Path> inputs;

  @Option(
      names = "--candidate",
      paramLabel = "F",
      description = "Write rings to try there, for NCCL_GRAPH_FILE. Measure them before use.")
  private Path candidate;

  @Option(
      names = "--channels",
      paramLabel = "N",
      description = "Channels of the candidate (default: by the GPUs of a NUMA node).")
  private Integer channels;

  @Option(
      names = "--copy",
      paramLabel = "F",
      description = "Write the graph dump among the inputs back, to keep a search that is good.")
  private Path copy;

  private final Terminal terminal;

  GraphCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (channels != null && candidate == null) {
      throw UserError.usage("--channels", "says nothing by itself", "add --candidate F");
    }
    if (channels != null && (channels < 1 || channels > 16)) {
      throw UserError.usage("--channels", channels + " is no number from 1 to 16", "");
    }
    GraphCollector collector = new GraphCollector();
    ReadOutcome outcome = TraceFiles.read(inputs, ReadOptions.DEFAULT, collector);
    terminal.sayMissing(outcome.missing());
    GraphFacts facts = collector.facts();
    if (facts.graphs().isEmpty() && facts.topology().isEmpty()) {
      throw new UserError(
          outcome.missing().isEmpty() ? ExitStatus.NOTHING_READABLE : ExitStatus.USAGE,
          "",
          "no graph search and no topology in the inputs",
          "log with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH");
    }
    result.print(
        terminal, to -> GraphJson.write(facts, to), style -> GraphText.lines(facts, style));
    if (copy != null) {
      writeCopy(facts);
    }
    if (candidate != null) {
      writeCandidate(facts);
    }
    return (outcome.missing().isEmpty() ? ExitStatus.DONE : ExitStatus.USAGE).code();
  }

  private void writeCopy(GraphFacts facts) throws IOException {
    if (facts.dump().isEmpty()) {
      throw UserError.usage(
          "--copy",
          "the inputs have no graph dump",
          "dump one with NCCL_GRAPH_DUMP_FILE=graph.xml");
    }
    WholeFiles.replace(copy, out -> GraphFile.write(facts.dump().get(), out));
  }

  private void writeCandidate(GraphFacts facts) throws IOException {
    Optional<String> obstacle = CandidateRings.obstacle(facts);
    if (obstacle.isPresent()) {
      throw UserError.usage("--candidate", obstacle.get(), "");
    }
    CandidateRings rings = CandidateRings.of(facts, channels == null ? 0 : channels);
    WholeFiles.replace(
        candidate, out -> GraphFile.writeCandidate(GraphFile.candidate(rings, facts), out));
    String file = candidate.toAbsolutePath().normalize().toString();
    result.aside(terminal, style -> GraphText.candidate(rings, facts, file, style));
  }
}
