package dev.ringside.trace;

import dev.ringside.trace.bench.BenchmarkDocument;
import dev.ringside.trace.bench.BenchmarkLines;
import dev.ringside.trace.bench.LatencyTableDocument;
import dev.ringside.trace.bench.StepSweepDocument;
import dev.ringside.trace.engine.EngineBenchmarkReader;
import dev.ringside.trace.engine.EngineLines;
import dev.ringside.trace.host.HostLines;
import dev.ringside.trace.host.TopologyLines;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.FoldedLines;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.RecordSplitter;
import dev.ringside.trace.nccl.NcclLines;
import dev.ringside.trace.nccl.NcclXmlReader;
import dev.ringside.trace.nccl.RasJsonReader;
import dev.ringside.trace.nccl.RasLines;
import dev.ringside.trace.nsight.KernelTableLines;
import dev.ringside.trace.nsight.NsightReader;
import dev.ringside.trace.profiler.ExampleProfilerReader;
import dev.ringside.trace.profiler.InspectorReader;
import dev.ringside.trace.torch.ErrorLines;
import dev.ringside.trace.torch.FlightJsonReader;
import dev.ringside.trace.torch.FlightPickleReader;
import dev.ringside.trace.torch.KinetoReader;
import dev.ringside.trace.torch.WatchdogLines;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Every format that is read, in the order of trial. To add one is to add a line here. */
final class TraceFormat {

  /** Word for a source of lines; what kind of log it is shows in what was found in it. */
  static final String TEXT = "text";

  /** Formats that are no lines: the first whose {@code detects} says yes reads the source. */
  private static final List<DocumentReader> DOCUMENTS =
      List.of(
          new NsightReader(),
          new KinetoReader(),
          new FlightJsonReader(),
          new FlightPickleReader(),
          new InspectorReader(),
          new EngineBenchmarkReader(),
          new RasJsonReader(),
          new ExampleProfilerReader(),
          new BenchmarkDocument(),
          new StepSweepDocument(),
          new LatencyTableDocument(),
          new NcclXmlReader());

  /** Lines of text that are no NCCL records: the first that accepts a line has it. */
  private static final List<Supplier<LineGrammar>> GRAMMARS =
      List.of(
          BenchmarkLines::new,
          EngineLines::new,
          WatchdogLines::new,
          ErrorLines::new,
          RasLines::new,
          KernelTableLines::new,
          TopologyLines::new,
          HostLines::new,
          FoldedLines::new);

  private TraceFormat() {}

  static Optional<DocumentReader> document(Peek peek) {
    return DOCUMENTS.stream().filter(reader -> reader.detects(peek)).findFirst();
  }

  /** Whether it is text as it stands, which can be cut at its line ends. */
  static boolean isLines(Peek peek) {
    return !peek.isCompressed() && !peek.isBinary() && document(peek).isEmpty();
  }

  static RecordSplitter splitter() {
    return new NcclLines();
  }

  static List<LineGrammar> grammars() {
    return GRAMMARS.stream().map(Supplier::get).toList();
  }
}
