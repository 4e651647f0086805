package dev.ringside.bench;

import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Milliseconds for 16 MB in memory, one thread: finding line ends alone, reading with everything
 * extracted, reading and summing up. Compare rows of one run; the machine's speed cancels out.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-Xmx256m"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class ScanBenchmark {
  private static final int SIZE = 16_000_000;
  private static final ReadOptions ONE_THREAD = ReadOptions.DEFAULT.withThreads(1);

  private static final PieceSinks NOTHING =
      new PieceSinks() {
        @Override
        public TraceSink open(Source source, long from) {
          return new TraceSink() {};
        }

        @Override
        public void close(TraceSink sink, Source source, long from, long to, boolean last) {}
      };

  /** What is read. */
  public enum Input {
    NCCL,
    ENGINE,
    KINETO
  }

  /** Kind of the generated input. */
  @Param public Input input;

  private byte[] bytes;
  private int length;

  /** Generates the input. */
  @Setup
  public void generate() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(SIZE + (1 << 20));
    switch (input) {
      case NCCL -> NcclLogGenerator.write(SIZE, 1, out);
      case ENGINE -> EngineLogGenerator.write(SIZE, 1, out);
      case KINETO -> KinetoGenerator.write(SIZE, 1, out);
    }
    length = out.size();
    bytes = Arrays.copyOf(out.toByteArray(), length + Bytes.SLACK);
  }

  /** The floor: what any line reader does. */
  @Benchmark
  public int lineEnds() {
    int lines = 0;
    int at = Bytes.indexOf(bytes, 0, length, (byte) '\n');
    while (at < length) {
      lines++;
      at = Bytes.indexOf(bytes, at + 1, length, (byte) '\n');
    }
    return lines;
  }

  /** Every field, handed to a sink that drops it. */
  @Benchmark
  public ReadOutcome read() {
    return read(NOTHING);
  }

  /** As a report begins. */
  @Benchmark
  public TraceSummary summary() {
    SummaryPieces pieces = new SummaryPieces();
    read(pieces);
    return pieces.summary();
  }

  private ReadOutcome read(PieceSinks sinks) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, 0, length);
    return TraceFiles.read(List.of(TraceFiles.STANDARD_INPUT), ONE_THREAD, sinks, in);
  }
}
