package dev.ringside.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What launchers and collectors put around a line is taken away, and nothing else. */
class PrefixTest {

  /** Keeps each text with what stood in front of it. */
  private static List<String> texts(String input) {
    List<String> seen = new ArrayList<>();
    RecordingSink.read(
        input,
        (text, from, to, line) -> {
          ForeignPrefix p = line.prefix();
          seen.add(
              p.process() + "|" + p.pid() + "|" + p.address() + "|" + Bytes.text(text, from, to));
          return true;
        });
    return seen;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "(RayWorkerWrapper pid=647, ip=192.0.2.76) hello;RayWorkerWrapper|647|192.0.2.76|hello",
        "(Worker_TP0 pid=124) INFO 05-12 07:59:02 x;Worker_TP0|124||INFO 05-12 07:59:02 x",
        "(EngineCore_DP0 pid=1) (RayWorkerWrapper pid=2) x;RayWorkerWrapper|2||x",
        "2026-05-12T08:01:09.330095044Z (APIServer pid=1) x;APIServer|1||x",
        "2026-05-12T08:01:09.330095044Z stdout F x;|-1||x",
        "2026-05-12T08:01:09.330095044+02:00 stderr P x;|-1||x",
        "[1,0]<stdout>:x;|-1||x",
        "[1,12]<stderr>:  x;|-1||  x",
        "[default0]:x;|-1||x",
        "[rank7]:[E816 01:45:40 a.cpp:607] x;|-1||[E816 01:45:40 a.cpp:607] x",
        "Thu Jul 18 15:41:05 2024<stdout>:# x;|-1||# x",
        "12: x;|-1||x",
        "[0] # x;|-1||# x",
        "[2025-06-12 22:41:31 TP0] x;|-1||[2025-06-12 22:41:31 TP0] x",
        "[2025-06-12 22:41:31] x;|-1||[2025-06-12 22:41:31] x",
        "(no pid here) x;|-1||(no pid here) x",
        "1234567: x;|-1||1234567: x",
        "12:34 x;|-1||12:34 x",
      })
  void prefixesAreTakenAway(String line, String expected) {
    assertThat(texts(line + "\n")).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'\u001b[36m(W pid=1)\u001b[0m hello', W|1||hello",
    "'\u001b[1;31mred\u001b[0m text\u001b[K', |-1||red text",
    "'#x1B[36mhello#x1B[0m', |-1||hello",
    "'\\x1b[36mhello\\x1b[0m', |-1||hello",
    "'[36mhello[0m [0] [1]', '|-1||hello [0] [1]'",
    "'^[[32mhello^[[0m', |-1||hello",
    "'a [12] b [m c [0;x', '|-1||a [12] b [m c [0;x'",
  })
  void coloursAreTakenAwayAndBracketsAreKept(String line, String expected) {
    assertThat(texts(line)).containsExactly(expected);
  }

  @Test
  void lineEndsOfEverySystemAndProgressBarsAreTold() {
    assertThat(texts("a\r\nb\rc\r\r\nd")).containsExactly("|-1||a", "|-1||b", "|-1||c", "|-1||d");
  }

  @Test
  void theMarkOfFoldedLinesIsTakenAwayAndSaid() {
    RecordingSink sink =
        RecordingSink.read(
            "hello [repeated 6x across cluster] (Ray deduplicates logs by default.)\n",
            (text, from, to, line) -> {
              assertThat(Bytes.text(text, from, to)).isEqualTo("hello");
              return true;
            });
    assertThat(sink.events()).hasSize(1).first().asString().contains("times=6");
  }

  @Test
  void everyTextHasReadableBytesBehindIt() {
    byte[] a = "x".getBytes(StandardCharsets.US_ASCII);
    RecordingSink.read(
        "x",
        (text, from, to, line) -> {
          assertThat(text.length - to).isGreaterThanOrEqualTo(Bytes.SLACK);
          assertThat(Arrays.copyOfRange(text, from, to)).isEqualTo(a);
          return true;
        });
  }
}
