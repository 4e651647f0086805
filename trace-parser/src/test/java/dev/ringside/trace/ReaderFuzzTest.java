package dev.ringside.trace;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ringside.trace.engine.EngineBenchmarkReader;
import dev.ringside.trace.engine.EngineLines;
import dev.ringside.trace.host.TopologyLines;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.nccl.RasLines;
import dev.ringside.trace.nsight.KernelTableLines;
import dev.ringside.trace.profiler.ExampleProfilerReader;
import dev.ringside.trace.profiler.InspectorReader;
import dev.ringside.trace.torch.FlightJsonReader;
import dev.ringside.trace.torch.FlightPickleReader;
import dev.ringside.trace.torch.KinetoReader;
import dev.ringside.trace.torch.WatchdogLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * No bytes at all make a reader throw or hang. Runs the seeds in {@code ReaderFuzzTestInputs} as
 * plain tests; with {@code JAZZER_FUZZ=1} it searches on from them.
 */
class ReaderFuzzTest {

  private static void read(DocumentReader reader, byte[] data) throws IOException {
    SharedData.read(reader, "fuzz_rank_0", data);
  }

  @FuzzTest(maxDuration = "30s")
  void kineto(byte[] data) throws IOException {
    read(new KinetoReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void flightJson(byte[] data) throws IOException {
    read(new FlightJsonReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void flightPickle(byte[] data) throws IOException {
    read(new FlightPickleReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void inspector(byte[] data) throws IOException {
    read(new InspectorReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void exampleProfiler(byte[] data) throws IOException {
    read(new ExampleProfilerReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void engineBenchmark(byte[] data) throws IOException {
    read(new EngineBenchmarkReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void lines(byte[] data) {
    RecordingSink.read(
        new String(data, StandardCharsets.ISO_8859_1),
        new EngineLines(),
        new WatchdogLines(),
        new RasLines(),
        new KernelTableLines(),
        new TopologyLines());
  }

  @FuzzTest(maxDuration = "30s")
  void anything(byte[] data) {
    TraceFiles.read(
        List.of(TraceFiles.STANDARD_INPUT),
        ReadOptions.DEFAULT.withThreads(1),
        new RecordedRun(),
        new ByteArrayInputStream(data));
  }
}
