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
        "  2: x;|-1||x",
        "    37\tx;|-1||x",
        " (Worker_TP0 pid=124) x;Worker_TP0|124||x",
        "vllm-server-1  | (APIServer pid=7) x;APIServer|7||x",
        "llm  | 2026-05-12T08:01:09.330095044Z x;|-1||x",
        "llm  |;|-1||",
        "0|sglang   | x;|-1||x",
        "18:01:02 llm.1  | x;|-1||x",
        "[pod/llm-0/vllm] 2026-05-12T08:01:09Z x;|-1||x",
        "2026-05-12T08:01:09Z {app=\"vllm\", pod=\"llm}0\"} x;|-1||x",
        "May 13 18:01:41 gpu01 docker[4242]: x;|-1||x",
        "May  3 18:01:41 gpu01 slurmstepd: x;|-1||x",
        "May 13 18:01:41 x;|-1||x",
        "2026-05-13T18:01:41.123456+0200 gpu01 vllm[4242]: x;|-1||x",
        "2026-05-13 18:01:41,123 x;|-1||x",
        "2026-05-13 18:01:41.123 +0200 x;|-1||x",
        "1748030377.004311 x;|-1||x",
        "gpu01: x;|-1||x",
        "192.0.2.7: x;|-1||x",
        "[job1,3]<stdout>: x;|-1|| x",
        "[prterun-host-77@1,3]<stderr>:x;|-1||x",
        "Thu Jul 18 15:41:05 2024[1,3]<stdout>:x;|-1||x",
        "ReduceScatter | 1 1;|-1||ReduceScatter | 1 1",
        "  iteration 6/ 10 | x;|-1||  iteration 6/ 10 | x",
        "rx_prio0_pause: 12;|-1||rx_prio0_pause: 12",
        "rccl-tests: Version :+;|-1||rccl-tests: Version :+",
        "NCCL version 2.26.2 compiled;|-1||NCCL version 2.26.2 compiled",
        "2026-05-13T18:01:41Z Link layer: x;|-1||Link layer: x",
        "  1048576  262144;|-1||  1048576  262144",
        "123:INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "123:(Worker_TP0 pid=124) x;Worker_TP0|124||x",
        "123:[2025-06-12 22:41:31 TP0] x;|-1||[2025-06-12 22:41:31 TP0] x",
        "123:2026-05-12T08:01:09Z x;|-1||x",
        "123:     8388608  2097152;|-1||    8388608  2097152",
        "124-INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "124:0x7f894c243070 [nranks=2];|-1||0x7f894c243070 [nranks=2]",
        "a.log:12:NCCL version 2.21.5+cuda12.4;|-1||NCCL version 2.21.5+cuda12.4",
        "124-x;|-1||124-x",
        "logs/a-1.log:123:INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "logs/a-1.log-124-INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "a.log:INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "a.txt:12:# nccl-tests;|-1||# nccl-tests",
        "a.txt:12:     8388608  2097152;|-1||     8388608  2097152",
        "a.cc:12: error;|-1||a.cc:12: error",
        "gpu01.x:123:456 [0] x;|-1||gpu01.x:123:456 [0] x",
        "> INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "> > [0] x;|-1||x",
        ">x;|-1||>x",
        "llm-7c9-x2k4q server (Worker_TP0 pid=124) x;Worker_TP0|124||x",
        "llm-7c9-x2k4q server 2026-05-12T08:01:09Z x;|-1||x",
        "pre-fill batch of 4;|-1||pre-fill batch of 4",
        "[llm-0 server] INFO 05-12 07:59:02 x;|-1||INFO 05-12 07:59:02 x",
        "[pod/llm-0 server] x;|-1||x",
        "[llm-0] x;|-1||x",
        "[c10d - trace] x;|-1||[c10d - trace] x",
        "[send] x;|-1||[send] x",
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
  void theMarkAtTheBeginOfAFileIsNoText() {
    assertThat(texts("\ufeffa\n\ufeffb")).containsExactly("|-1||a", "|-1||\ufeffb");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"log\":\"(W pid=1) a\\n\",\"stream\":\"stdout\"};W|1||a",
        "{\"timestamp\": \"2026-05-13T18:01:41Z\", \"textPayload\": \"a \\u2588\"};|-1||a \u2588",
        "{\"host\":\"h\",\"k\":{\"n\":1},\"message\":\"\\u001b[36ma\\u001b[0m\"};|-1||a",
        "{\"_PID\":\"7\",\"MESSAGE\":\"a\"};|-1||a",
        "{\"_PID\":\"7\",\"MESSAGE\":[27,91,51,54,109,97,27,91,48,109]};|-1||a",
        "{\"MESSAGE\":[[1]]};|-1||{\"MESSAGE\":[[1]]}",
        "{\"k8s\":{\"log\":\"b\"},\"log\":\"a\"};|-1||a",
        "{\"json\":{\"message\":\"a\"}};|-1||a",
        "{\"other\":\"a\"};|-1||{\"other\":\"a\"}",
        "{\"log\":\"a;|-1||{\"log\":\"a",
      })
  void theTextIsTakenOutOfCollectorsObjects(String line, String expected) {
    assertThat(texts(line + "\n")).containsExactly(expected);
  }

  @Test
  void anObjectThatHoldsSeveralLinesGivesThemAll() {
    assertThat(texts("{\"message\":\"a\\nb\\r\\n\\nc\\n\"}\n"))
        .containsExactly("|-1||a", "|-1||b", "|-1||", "|-1||c");
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
