package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.bench.LatencyTableDocument;
import dev.ringside.trace.bench.StepSweepDocument;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Rare;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.TraceRecord;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random damage, the same in every run: what lines say that it does not hit stays as it was. */
@Timeout(60)
class DamagedLinesTest {
  private static final int ROUNDS = 400;
  private static final Charset ISO = StandardCharsets.ISO_8859_1;

  /** One way to read a text. */
  interface Reading {
    RecordingSink read(byte[] text) throws IOException;
  }

  /** Seed, how it is read, and the line behind which damage is put: tables need their columns. */
  static Stream<Arguments> texts() {
    Reading lines = Spliced::lines;
    Reading steps = text -> SharedData.read(new StepSweepDocument(), "steps", text);
    Reading latencies = text -> SharedData.read(new LatencyTableDocument(), "table", text);
    return Stream.of(
        Arguments.of("lines/nccl-tests.txt", lines, ""),
        Arguments.of("lines/host.txt", lines, ""),
        Arguments.of("lines/topology.txt", lines, ""),
        Arguments.of("lines/ras.txt", lines, ""),
        Arguments.of("lines/kernels.txt", lines, ""),
        Arguments.of("lines/reports.txt", lines, ""),
        Arguments.of("stepSweep/head.csv", steps, "nranks,"),
        Arguments.of("latencyTable/two-types.csv", latencies, "framework,"));
  }

  /** Where damage may begin: behind the first line that begins so. */
  private static int begin(byte[] text, String line) {
    return line.isEmpty() ? 0 : lineEnd(text, new String(text, ISO).indexOf(line)) + 1;
  }

  private static int lineBegin(byte[] text, int at) {
    int begin = at;
    while (begin > 0 && text[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }

  private static int lineEnd(byte[] text, int at) {
    int end = at;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  /** What was said of lines before {@code from} and from {@code to} on, moved by {@code shift}. */
  private static List<String> outside(RecordingSink sink, long from, long to, long shift) {
    List<String> said = new ArrayList<>();
    for (Object event : sink.events()) {
      long offset =
          event instanceof Rare r ? r.offset() : event instanceof Loss l ? l.offset() : -1;
      boolean isWhole = event instanceof Rare && offset < 0; // of the document, not of a line
      if (!isWhole && (offset < from || offset >= to)) {
        said.add((offset < from ? offset : offset - shift) + " " + content(event));
      }
    }
    return said;
  }

  private static String content(Object event) {
    return event instanceof Rare r ? r.record().toString() : event.toString();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void oneDamagedByteCostsNoLineButItsOwn(String name, Reading reading, String columns)
      throws IOException {
    byte[] text = DamageTest.sample(name);
    RecordingSink sound = reading.read(text);
    assertThat(sound.events()).isNotEmpty();
    Random random = new Random(23);
    int begin = begin(text, columns);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = text.clone();
      int at = begin + random.nextInt(text.length - begin);
      damaged[at] =
          round % 4 == 0 ? (byte) "\"'#\n\r\t,;".charAt(round / 4 % 8) : (byte) random.nextInt(256);
      int from = lineBegin(text, at);
      int to = lineEnd(text, text[at] == '\n' ? at + 1 : at) + 1;

      assertThat(outside(reading.read(damaged), from, to, 0))
          .as("byte %d set to %d", at, damaged[at])
          .isEqualTo(outside(sound, from, to, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void whatIsPutBetweenTwoLinesCostsNeither(String name, Reading reading, String columns)
      throws IOException {
    byte[] text = DamageTest.sample(name);
    RecordingSink sound = reading.read(text);
    Random random = new Random(29);
    int begin = begin(text, columns);
    for (int round = 0; round < ROUNDS; round++) {
      int cut = lineBegin(text, begin + random.nextInt(text.length - begin));
      byte[] foreign = new byte[1 + random.nextInt(60)];
      random.nextBytes(foreign);
      foreign[foreign.length - 1] = '\n';

      RecordingSink sink = reading.read(Spliced.join(text, cut, foreign));

      assertThat(outside(sink, cut, cut + foreign.length, foreign.length))
          .as("%s at %d", Arrays.toString(foreign), cut)
          .isEqualTo(outside(sound, cut, cut, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aCutKeepsEveryLineBeforeIt(String name, Reading reading, String columns) throws IOException {
    byte[] text = DamageTest.sample(name);
    RecordingSink sound = reading.read(text);
    for (int length = begin(text, columns); length < text.length; length += 3) {
      int from = lineBegin(text, length);

      assertThat(outside(reading.read(Arrays.copyOf(text, length)), from, text.length, 0))
          .as("the first %d bytes", length)
          .isEqualTo(outside(sound, from, text.length, 0));
    }
  }

  /** Whole rows of all tables in order. */
  private static List<BenchmarkRow> rows(RecordingSink sink) {
    BenchmarkRuns runs = new BenchmarkRuns();
    sink.all(TraceRecord.class).forEach(runs::accept);
    return runs.finish().stream().map(BenchmarkRun::rows).flatMap(List::stream).toList();
  }

  @Test
  void aDamagedRowOfATableLeavesTheOthersAsTheyAre() throws IOException {
    byte[] text = DamageTest.sample("lines/nccl-tests.txt");
    List<BenchmarkRow> sound = rows(Spliced.lines(text));
    String all = new String(text, ISO);
    int first = all.indexOf("           8             2");
    int last = all.indexOf("# Out of bounds");
    Random random = new Random(31);
    for (int round = 0; round < ROUNDS; round++) {
      int at = first + random.nextInt(last - 1 - first);
      byte[] damaged = text.clone();
      for (int i = at; i < Math.min(last - 1, at + 1 + random.nextInt(30)); i++) {
        damaged[i] = damaged[i] == '\n' ? damaged[i] : (byte) random.nextInt(256);
      }
      long hitFrom = all.substring(first, lineBegin(text, at)).lines().count();
      long hitTo = all.substring(first, lineEnd(text, Math.min(last - 1, at + 30))).lines().count();
      List<BenchmarkRow> untouched = new ArrayList<>(sound.subList(0, (int) hitFrom));
      untouched.addAll(sound.subList((int) Math.min(sound.size(), hitTo), sound.size()));

      assertThat(rows(Spliced.lines(damaged)))
          .as("bytes from %d", at)
          .containsSubsequence(untouched)
          .hasSizeLessThanOrEqualTo(sound.size() + 1);
    }
  }
}
