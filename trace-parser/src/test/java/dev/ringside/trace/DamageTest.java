package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.engine.EngineLines;
import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.profiler.ExampleProfilerReader;
import dev.ringside.trace.profiler.InspectorReader;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.torch.FlightJsonReader;
import dev.ringside.trace.torch.FlightPickleReader;
import dev.ringside.trace.torch.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random damage, the same in every run: what it hits is lost, and nothing else. */
@Timeout(60)
class DamageTest {
  private static final int ROUNDS = 300;

  /** Reader, sample, and how many calls one damaged byte can cost at most. */
  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of(new KinetoReader(), "kineto/two-h200.json", 1),
        Arguments.of(new FlightJsonReader(), "flightJson/one-line.json", 1),
        Arguments.of(new FlightJsonReader(), "flightJson/pretty.json", 1),
        Arguments.of(new InspectorReader(), "inspector/compact-verbose-pretty.log", 1),
        Arguments.of(new ExampleProfilerReader(), "exampleProfiler/bare-words.json", 1));
  }

  static Stream<Arguments> pickles() {
    return Stream.of("protocol0", "protocol2", "protocol4")
        .map(p -> Arguments.of(new FlightPickleReader(), "flightPickle/" + p + ".pickle"));
  }

  static byte[] sample(String name) throws IOException {
    try (InputStream in = DamageTest.class.getResourceAsStream("ReaderFuzzTestInputs/" + name)) {
      return in.readAllBytes();
    }
  }

  private static RecordingSink read(DocumentReader reader, byte[] content) throws IOException {
    return SharedData.read(reader, "dump_rank_0", content);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void soundSamplesAreReadWithoutLoss(DocumentReader reader, String name, int cost)
      throws IOException {
    RecordingSink sink = read(reader, sample(name));

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.calls()).hasSizeGreaterThan(2 * cost);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void oneDamagedByteCostsNoMoreThanWhatItHits(DocumentReader reader, String name, int cost)
      throws IOException {
    byte[] content = sample(name);
    int calls = read(reader, content).calls().size();
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = content.clone();
      int at = random.nextInt(content.length);
      damaged[at] = (byte) random.nextInt(256);

      RecordingSink sink = read(reader, damaged);

      assertThat(sink.calls().size())
          .as("byte %d set to %d in %s", at, damaged[at], name)
          .isBetween(calls - cost, calls + cost);
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aRemovedOrDoubledStretchCostsNoMoreThanWhatItHits(
      DocumentReader reader, String name, int cost) throws IOException {
    byte[] content = sample(name);
    int calls = read(reader, content).calls().size();
    Random random = new Random(11);
    for (int round = 0; round < ROUNDS; round++) {
      int from = random.nextInt(content.length);
      int to = Math.min(content.length, from + 1 + random.nextInt(20));
      boolean remove = random.nextBoolean();
      byte[] damaged = join(Arrays.copyOf(content, to), from, content, remove ? to : from);

      assertThat(read(reader, damaged).calls().size())
          .as("bytes %d to %d of %s %s", from, to, name, remove ? "removed" : "doubled")
          .isBetween(calls - 2 * cost, calls + 2 * cost); // it may reach into two objects
    }
  }

  /** {@code head}, or its first {@code keep} bytes where the stretch is removed, then the rest. */
  private static byte[] join(byte[] head, int keep, byte[] rest, int from) {
    int kept = from == head.length ? keep : head.length;
    byte[] joined = Arrays.copyOf(head, kept + rest.length - from);
    System.arraycopy(rest, from, joined, kept, rest.length - from);
    return joined;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aCutKeepsEverythingBeforeIt(DocumentReader reader, String name, int cost)
      throws IOException {
    byte[] content = sample(name);
    List<RecordingSink.Call> all = read(reader, content).calls();
    for (int length = 0; length < content.length; length += 41) {
      List<RecordingSink.Call> calls = read(reader, Arrays.copyOf(content, length)).calls();

      assertThat(calls).hasSizeLessThanOrEqualTo(all.size());
      for (int i = 0; i < calls.size(); i++) {
        assertThat(calls.get(i).bytes()).isEqualTo(all.get(i).bytes());
        assertThat(calls.get(i).op()).isEqualTo(all.get(i).op());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void howTheBytesArriveDoesNotMatter(DocumentReader reader, String name, int cost)
      throws IOException {
    byte[] content = sample(name);
    List<Object> whole = read(reader, content).events();
    for (int step : new int[] {1, 2, 3, 7, 64, 4096}) {
      RecordingSink sink = new RecordingSink();
      reader.read(
          new DocumentInput(
              new Source("dump_rank_0", reader.kind()), slow(content, step), Optional.empty()),
          sink);

      assertThat(sink.events()).as("%d bytes at a time", step).isEqualTo(whole);
    }
  }

  /** Gives no more than {@code step} bytes a call. */
  private static InputStream slow(byte[] content, int step) {
    return new FilterInputStream(new ByteArrayInputStream(content)) {
      @Override
      public int read(byte[] into, int at, int max) throws IOException {
        return super.read(into, at, Math.min(step, max));
      }
    };
  }

  @ParameterizedTest
  @MethodSource("pickles")
  void damagedPicklesNeverThrow(DocumentReader reader, String name) throws IOException {
    byte[] content = sample(name);
    assertThat(read(reader, content).calls()).hasSize(8);
    Random random = new Random(13);
    for (int round = 0; round < 4 * ROUNDS; round++) {
      byte[] damaged = content.clone();
      for (int i = 0; i <= random.nextInt(4); i++) {
        damaged[random.nextInt(content.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(reader, damaged).calls()).hasSizeLessThanOrEqualTo(8);
    }
  }

  @Test
  void splicesOfTwoFormatsNeverThrow() throws IOException {
    List<byte[]> samples = new ArrayList<>();
    List<DocumentReader> readers = new ArrayList<>();
    for (Arguments a : Stream.concat(documents(), pickles()).toList()) {
      readers.add((DocumentReader) a.get()[0]);
      samples.add(sample((String) a.get()[1]));
    }
    Random random = new Random(17);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] left = samples.get(random.nextInt(samples.size()));
      byte[] right = samples.get(random.nextInt(samples.size()));
      byte[] spliced =
          join(
              Arrays.copyOf(left, random.nextInt(left.length)),
              0,
              right,
              random.nextInt(right.length));
      for (DocumentReader reader : readers) {
        assertThat(read(reader, spliced).calls()).hasSizeLessThan(100);
      }
    }
  }

  @Test
  void theOrderOfEngineLinesChangesNoCount() throws IOException {
    for (String name : List.of("lines/vllm.log", "lines/sglang.log")) {
      List<String> lines =
          new ArrayList<>(new String(sample(name), StandardCharsets.UTF_8).lines().toList());
      int events = RecordingSink.read(String.join("\n", lines), new EngineLines()).events().size();
      assertThat(events).isPositive();
      Random random = new Random(19);
      for (int round = 0; round < 50; round++) {
        Collections.shuffle(lines, random);
        RecordingSink sink = RecordingSink.read(String.join("\n", lines), new EngineLines());

        assertThat(sink.events()).hasSize(events);
      }
    }
  }
}
