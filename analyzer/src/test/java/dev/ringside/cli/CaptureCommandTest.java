package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class CaptureCommandTest {

  /** Two processes that log as NCCL does, an engine's status line, then waiting for a signal. */
  private static final String SERVER =
      """
      rank() {
        log=$(printf %s "$NCCL_DEBUG_FILE" | sed "s/%h/host/; s/%p/$2/")
        {
          echo "host:$2:$2 [$1] NCCL INFO NCCL version 2.28.9+cuda13.0"
          echo "host:$2:$2 [$1] NCCL INFO ncclCommInitRankConfig comm 0x5$1 rank $1 nranks 2 cudaDev $1 nvmlDev $1 busId 6$1 commId 0x77 - Init COMPLETE"
          for i in 1 2 3; do
            echo "host:$2:$2 [$1] NCCL INFO AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x1 count 4096 datatype 9 op 0 root 0 comm 0x5$1 [nranks=2] stream 0x9"
          done
        } > "$log"
      }
      trap 'echo stopped; exit 7' TERM
      trap 'echo interrupted; exit 8' INT
      trap 'echo hung up; exit 9' HUP
      rank 0 100 & rank 1 101 & wait
      printf 'ready\\n'
      printf 'no newline at the end of \\001 this' >&2
      while :; do sleep 0.05; done
      """;

  @TempDir private Path dir;

  /** A running capture. */
  private record Running(Process process, BufferedReader out, CompletableFuture<String> err) {

    int signal(String name) throws Exception {
      assertThat(out.readLine()).isEqualTo("ready");
      Signals.send(name, process.pid());
      return process.waitFor();
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM,stopped,7", "INT,interrupted,8", "HUP,hung up,9"})
  void aServerIsStoppedByASignalAndItsStatusComesBack(String signal, String said, int status)
      throws Exception {
    Running run = capture(List.of(), "--dir", folder(), "--", "bash", "-c", SERVER);

    assertThat(run.signal(signal)).isEqualTo(status);
    assertThat(run.out().readLine()).isEqualTo(said);
    assertThat(run.out().readLine()).isNull();
    assertThat(run.err().get())
        .contains("no newline at the end of \u0001 this", "files: " + folder(), "2.28.9");
    assertThat(dir.resolve("run/engine.stdout.log")).hasContent("ready\n" + said + "\n");
    assertThat(dir.resolve("run/engine.stderr.log"))
        .hasContent("no newline at the end of \u0001 this");
    try (var logs = Files.list(dir.resolve("run"))) {
      assertThat(logs.map(p -> p.getFileName().toString()))
          .contains("nccl.host.100.log", "nccl.host.101.log");
    }
  }

  @Test
  void whatWasCapturedIsAReport() throws Exception {
    Running run = capture(List.of(), "--dir", folder(), "--", "bash", "-c", SERVER);
    run.signal("TERM");

    CommandRun report = CommandRun.of("report", folder());

    assertThat(report.status()).isZero();
    assertThat(run.err().get().replace("\r", "")).contains(report.out().lines().findFirst().get());
  }

  @Test
  void aCommandKilledByASignalGivesTheShellsStatus() throws Exception {
    Running run = capture(List.of(), "--dir", folder(), "--", "bash", "-c", "kill -9 $$");

    assertThat(run.process().waitFor()).isEqualTo(128 + 9);
  }

  @Test
  void aHangUpThatIsIgnoredStaysIgnored() throws Exception {
    String capture = "trap '' HUP; exec \"$@\""; // as nohup starts a command
    String server = "echo ready; read line; echo got $line";
    Running run =
        start(
            List.of("bash", "-c", capture, "nohup"),
            List.of(),
            "--dir",
            folder(),
            "--",
            "bash",
            "-c",
            server);

    assertThat(run.out().readLine()).isEqualTo("ready");
    Signals.send("HUP", run.process().pid());
    run.process().getOutputStream().write("more\n".getBytes(StandardCharsets.UTF_8));
    run.process().getOutputStream().close();

    assertThat(run.out().readLine()).isEqualTo("got more");
    assertThat(run.process().waitFor()).isZero();
  }

  @Test
  void aCommandThatPrintsNothingLeavesNoEmptyFiles() throws Exception {
    Running run = capture(List.of(), "--dir", folder(), "--", "true");

    assertThat(run.process().waitFor()).isZero();
    assertThat(dir.resolve("run")).isEmptyDirectory();
  }

  @Test
  void inputReachesTheCommandAndWordsStayWhole() throws Exception {
    Running run =
        capture(
            List.of(),
            "--dir",
            folder(),
            "--",
            "bash",
            "-c",
            "cat; printf '%s|' \"$@\"",
            "x",
            "@a b",
            "-q",
            "");
    run.process().getOutputStream().write("typed\n".getBytes(StandardCharsets.UTF_8));
    run.process().getOutputStream().close();

    assertThat(run.process().waitFor()).isZero();
    assertThat(run.out().readLine()).isEqualTo("typed");
    assertThat(run.out().readLine()).isEqualTo("@a b|-q||");
  }

  @Test
  void ownSettingsStayAndAreNamed() throws Exception {
    Running run =
        capture(
            List.of("NCCL_DEBUG=WARN", "NCCL_DEBUG_SUBSYS=INIT"),
            "--dir",
            folder(),
            "--",
            "bash",
            "-c",
            "echo $NCCL_DEBUG $NCCL_DEBUG_SUBSYS");

    assertThat(run.out().readLine()).isEqualTo("WARN INIT");
    assertThat(run.err().get())
        .contains(
            "kept your NCCL_DEBUG=WARN",
            "NCCL_DEBUG=WARN hides every call",
            "NCCL_DEBUG_SUBSYS lacks ENV,GRAPH,TUNING,COLL,NET");
  }

  /** With ^ in front NCCL prints all but what is named. */
  @Test
  void partsThatAreShutOutAreNamed() throws Exception {
    Running run =
        capture(
            List.of("NCCL_DEBUG_SUBSYS=^COLL,P2P"), "--dir", folder(), "--", "bash", "-c", "true");

    assertThat(run.process().waitFor()).isZero();
    assertThat(run.err().get()).contains("NCCL_DEBUG_SUBSYS lacks COLL: the report");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999G", "64X", "9999999999999999999", "-1"})
  void aLimitThatIsNoSizeIsRefused(String limit) {
    CommandRun run = CommandRun.of("capture", "--dir", folder(), "--limit=" + limit, "--", "true");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("\"" + limit + "\" is no size; write 64M or 1G");
  }

  @Test
  void copiesEndAtTheLimitAndTheServerGoesOn() throws Exception {
    String server =
        """
        log=$(printf %s "$NCCL_DEBUG_FILE" | sed "s/%h/h/; s/%p/1/")
        exec 5> "$log"
        for i in $(seq 4000); do echo "h:1:1 [0] NCCL INFO line number $i" >&5 || exit 3; done
        sleep 1.5
        for i in $(seq 4000); do echo "h:1:1 [0] NCCL INFO line number $i" >&5 || exit 3; done
        seq 100000
        """;
    Running run =
        capture(List.of(), "--dir", folder(), "--limit", "64K", "--", "bash", "-c", server);

    String last = "";
    for (String line = run.out().readLine(); line != null; line = run.out().readLine()) {
      last = line;
    }
    assertThat(last).isEqualTo("100000");
    assertThat(run.process().waitFor()).isZero();
    assertThat(run.err().get())
        .contains("cut at the size limit: engine.stdout.log, nccl.h.1.log; --limit raises it");
    assertThat(dir.resolve("run/engine.stdout.log")).hasSize(64 << 10);
    String log = Files.readString(dir.resolve("run/nccl.h.1.log"));
    assertThat(log.length()).isBetween((64 << 10) - 100, 64 << 10);
    assertThat(log).startsWith("h:1:1 [0] NCCL INFO line number 1\n").endsWith("\n");
    assertThat(log.indexOf('\0')).isNegative();
  }

  @Test
  void aDryRunStartsNothingAndPrintsWhatOthersNeed() {
    CommandRun run =
        CommandRun.of("capture", "--dry-run", "--dir", folder(), "--", "touch", folder() + "/x");

    assertThat(run.status()).isZero();
    assertThat(dir.resolve("run")).doesNotExist();
    assertThat(run.out())
        .contains(
            "export NCCL_DEBUG=INFO\n",
            "export NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING,COLL,NET\n",
            "-e NCCL_DEBUG=INFO",
            "-v " + folder() + ":" + folder(),
            "- {name: NCCL_DEBUG_FILE, value: \"" + folder() + "/nccl.%h.%p.log\"}",
            "{\"env_vars\": {\"NCCL_DEBUG\": \"INFO\"",
            "-x NCCL_DEBUG_SUBSYS");
  }

  @ParameterizedTest
  @CsvSource({
    "docker run -it image,docker does not hand variables on",
    "/usr/bin/podman exec x,podman does not hand variables on",
    "mpirun -np 8 x,mpirun may not hand variables",
    "sudo x,sudo drops variables",
    "vllm serve m --distributed-executor-backend ray,workers of a Ray cluster",
    "vllm serve m,"
  })
  void launchersThatDropVariablesAreNamed(String command, String warning) {
    String said =
        LaunchForms.warning(
                Arrays.asList(command.split(" ")), java.util.Map.of("NCCL_DEBUG", "INFO"), "/d")
            .orElse("");

    if (warning == null) {
      assertThat(said).isEmpty();
    } else {
      assertThat(said).contains(warning);
    }
  }

  @Test
  void nothingToRunIsWrongUse() {
    CommandRun run = CommandRun.of("capture", "--dir", folder());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("no command to run");
  }

  @Test
  void aCommandThatDoesNotExistIsOneLine() throws IOException {
    CommandRun run =
        CommandRun.of("capture", "-q", "--dir", folder(), "--", dir.resolve("none").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("none: cannot be started");
  }

  private String folder() {
    return dir.resolve("run").toString();
  }

  /** A process of its own, since signals belong to a whole process. */
  private Running capture(List<String> environment, String... arguments) throws IOException {
    return start(List.of(), environment, arguments);
  }

  private Running start(List<String> launcher, List<String> environment, String... arguments)
      throws IOException {
    // A build in the background of a script ignores INT, under nohup HUP, and so would all that it
    // starts.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    command.addAll(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx96m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Ringside.class.getName(), "capture"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("NCCL_"));
    for (String setting : environment) {
      int equals = setting.indexOf('=');
      builder.environment().put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    Process process = builder.start();
    return new Running(
        process,
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
        CompletableFuture.supplyAsync(() -> all(process)));
  }

  private static String all(Process process) {
    try {
      return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
