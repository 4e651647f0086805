package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ringside.trace.bench.BenchmarkDocument;
import dev.ringside.trace.bench.LatencyTableDocument;
import dev.ringside.trace.bench.StepSweepDocument;
import dev.ringside.trace.engine.EngineBenchmarkReader;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.io.RecordingSink.Choice;
import dev.ringside.trace.nccl.NcclXmlReader;
import dev.ringside.trace.nsight.NsightReader;
import dev.ringside.trace.profiler.ExampleProfilerReader;
import dev.ringside.trace.profiler.InspectorReader;
import dev.ringside.trace.torch.FlightJsonReader;
import dev.ringside.trace.torch.FlightPickleReader;
import dev.ringside.trace.torch.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * No bytes at all make a reader throw or hang, and put into the middle of a sound document they
 * cost no record before them and at most the one behind them. Runs the seeds in {@code
 * ReaderFuzzTestInputs} as plain tests; {@code mvn verify} searches on from them.
 */
class ReaderFuzzTest {
  private static final Spliced KINETO =
      Spliced.of(new KinetoReader(), "kineto/two-h200.json", "{\n    \"ph\"", 1);
  private static final Spliced FLIGHT =
      Spliced.of(new FlightJsonReader(), "flightJson/one-line.json", "{\"collective_seq_id\"", 1);
  private static final Spliced INSPECTOR =
      Spliced.of(new InspectorReader(), "inspector/compact-verbose-pretty.log", "{\"header\"", 1);
  private static final Spliced PROFILER =
      Spliced.of(new ExampleProfilerReader(), "exampleProfiler/bare-words.json", "{\"name\"", 1);

  private static final String HEADER = "node01:4100:4188 [0] NCCL INFO ";
  private static final String CALLS =
      call(4096)
          + "node01:4100:4188 [0] NCCL INFO AllReduce: 8192 Bytes -> Algo RING proto LL"
          + " channel{Lo..Hi}={0..3}\n"
          + call(8192)
          + HEADER
          + "Using network IB\n";

  private static String call(int count) {
    return HEADER
        + "AllReduce: opCount 1a sendbuff 0x7f1c2c49e100 recvbuff 0x7f1bb9d3d400 count "
        + count
        + " datatype 7 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2] stream 0x55fdcedddde0\n";
  }

  private static RecordingSink read(DocumentReader reader, byte[] data) throws IOException {
    return SharedData.read(reader, "fuzz_rank_0", data);
  }

  private static void spliced(DocumentReader reader, Spliced sound, byte[] data)
      throws IOException {
    read(reader, data);
    sound.check(data, data.length == 0 ? 0 : data[data.length / 2]);
  }

  @FuzzTest(maxDuration = "30s")
  void kineto(byte[] data) throws IOException {
    read(new KinetoReader(), data);
    // Of two events of one external id the first counts, so damage may not name those of the rest.
    String text = new String(data, StandardCharsets.ISO_8859_1);
    byte[] damage = text.replace("xternal id", "xternal_id").getBytes(StandardCharsets.ISO_8859_1);
    spliced(new KinetoReader(), KINETO, damage);
  }

  @FuzzTest(maxDuration = "30s")
  void flightJson(byte[] data) throws IOException {
    spliced(new FlightJsonReader(), FLIGHT, data);
  }

  /** A pickle is a program: behind a damaged opcode nothing is certain. */
  @FuzzTest(maxDuration = "30s")
  void flightPickle(byte[] data) throws IOException {
    read(new FlightPickleReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void inspector(byte[] data) throws IOException {
    spliced(new InspectorReader(), INSPECTOR, data);
  }

  @FuzzTest(maxDuration = "30s")
  void exampleProfiler(byte[] data) throws IOException {
    spliced(new ExampleProfilerReader(), PROFILER, data);
  }

  @FuzzTest(maxDuration = "30s")
  void engineBenchmark(byte[] data) throws IOException {
    read(new EngineBenchmarkReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void benchmarkDocument(byte[] data) throws IOException {
    read(new BenchmarkDocument(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void stepSweep(byte[] data) throws IOException {
    read(new StepSweepDocument(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void latencyTable(byte[] data) throws IOException {
    read(new LatencyTableDocument(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void nsight(byte[] data) throws IOException {
    read(new NsightReader(), data);
  }

  @FuzzTest(maxDuration = "30s")
  void xml(byte[] data) throws IOException {
    read(new NcclXmlReader(), data);
  }

  /** All grammars at once: engines, host tools, nccl-tests, watchdogs, NCCL. */
  @FuzzTest(maxDuration = "30s")
  void lines(byte[] data) {
    byte[] sound = CALLS.getBytes(StandardCharsets.UTF_8);
    List<Object> alone = Spliced.lines(sound).events();
    byte[] before = Spliced.join(data, 0, sound);
    byte[] lineEnd = {'\n'};
    byte[] all =
        Spliced.join(Spliced.join(before, before.length, lineEnd), before.length + 1, sound);

    RecordingSink sink = Spliced.lines(all);

    assertThat(sink.events()).startsWith(alone.toArray());
    int place = all.length - sound.length;
    assertThat(sink.calls().stream().filter(c -> c.offset() >= place).map(Call::bytes))
        .containsExactly(16384L, 32768L);
    assertThat(sink.all(Choice.class).stream().filter(c -> c.offset() >= place)).hasSize(1);
  }

  /** From detection on, compressions included. */
  @FuzzTest(maxDuration = "30s")
  void anything(byte[] data) {
    TraceFiles.read(
        List.of(TraceFiles.STANDARD_INPUT),
        ReadOptions.DEFAULT.withThreads(1),
        new RecordedRun(),
        new ByteArrayInputStream(data));
  }
}
