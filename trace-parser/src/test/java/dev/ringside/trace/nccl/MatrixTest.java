package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of line is taken by its rule and by no other, and by the reader as a whole. */
class MatrixTest {

  private static final String HEADER = "node01:4100:4188 [0] NCCL INFO ";

  private static List<Rule> rules() {
    return List.of(
        new CallRule(),
        new ChoiceRule(),
        new ChannelRule(new LastTransport()),
        new CommunicatorRule(),
        new GraphRule(),
        new CostTableRule(),
        new CapacityRule(),
        new EnvironmentRule(),
        new PluginRule(),
        new NetworkRule(),
        new VersionRule(),
        new RcclKernelRule(),
        new MessageRule(),
        new ApiTraceRule());
  }

  static Stream<String> lines() throws IOException {
    try (InputStream in = MatrixTest.class.getResourceAsStream("/nccl/matrix.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("# "));
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aLineIsTakenByItsRuleAndNoOther(String line) {
    String expected = line.substring(0, line.indexOf(' '));
    String message = line.substring(line.indexOf(' ') + 1);
    for (Rule rule : rules()) {
      RecordingSink sink = new RecordingSink();
      boolean taken = rule.take(record(message, sink));
      assertThat(taken)
          .as(rule.getClass().getSimpleName())
          .isEqualTo(rule.getClass().getSimpleName().equals(expected));
      assertThat(sink.events().isEmpty()).isEqualTo(!taken);
      assertThat(sink.all(Loss.class)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void theReaderMakesOneRecordOfALine(String line) {
    boolean known = !line.startsWith("- ");
    String message = line.substring(line.indexOf(' ') + 1);
    RecordingSink sink = Readings.read(HEADER + message + "\n", new NcclLines());
    assertThat(sink.events().stream().filter(event -> !event.toString().contains("RcclSign")))
        .hasSize(known ? 1 : 0);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aLineCutAnywhereIsNeverAnotherRecord(String line) {
    String message = line.substring(line.indexOf(' ') + 1);
    List<String> whole = Readings.events(Readings.read(HEADER + message + "\n", new NcclLines()));
    for (int cut = 1; cut < message.length(); cut++) {
      String text = HEADER + message.substring(0, cut) + "\nanother program\n";
      RecordingSink sink = Readings.read(text, new NcclLines());
      assertThat(sink.all(RecordingSink.Call.class)).hasSizeLessThanOrEqualTo(whole.size());
      assertThat(sink.events()).as(text).hasSizeLessThanOrEqualTo(2);
    }
  }

  private static NcclRecord record(String message, RecordingSink sink) {
    byte[] text = (HEADER + message).getBytes(StandardCharsets.UTF_8);
    byte[] a = Arrays.copyOf(text, text.length + Bytes.SLACK);
    LineContext line = new LineContext(new Source("test", "text"), sink);
    RecordHeader header = new RecordHeader();
    assertThat(header.find(a, 0, 0, text.length)).isTrue();
    NcclRecord record = new NcclRecord();
    record.set(header, a, text.length, false, line, line.site(header.site(line, -1, -1)));
    return record;
  }
}
