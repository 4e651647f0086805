package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code report --follow} in a process of its own, since signals belong to a whole process. */
@EnabledOnOs(OS.LINUX)
class FollowedReportTest {
  private static final Path SAMPLE = Checkout.sample("h200-tp2-shm/log");
  private static final String CLEAR = "\u001b[H\u001b[2J";
  private static final String BEGIN =
      "ringside: following; Ctrl-C or SIGTERM ends with the whole report\n";
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path dir;
  private Path logs;
  private Process running;

  @AfterEach
  void end() {
    if (running != null) {
      running.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void theLastReportIsThatOfTheWholeLogs(String signal) throws Exception {
    Map<String, byte[]> sample = sample();
    start(List.of(), "--interval", "0.2");
    for (int part = 1; part <= 7; part++) {
      // Parts end in the middle of lines.
      for (Map.Entry<String, byte[]> log : sample.entrySet()) {
        byte[] bytes = log.getValue();
        append(log.getKey(), bytes, bytes.length / 7 * (part - 1), end(bytes.length, part));
      }
      if (part == 1) {
        await(() -> count(out(), "---- ") > 0);
      } else if (part == 5) {
        await(() -> count(out(), "---- ") > 1);
      }
    }

    int status = signal(signal);
    CommandRun plain = CommandRun.of("report", logs.toString());
    assertThat(status).isZero();
    assertThat(last(out())).isEqualTo(plain.out());
    assertThat(err()).isEqualTo(BEGIN + plain.err());
  }

  private static int end(int length, int part) {
    return part == 7 ? length : length / 7 * part;
  }

  private boolean isSaid() {
    return out().contains("batch    bytes  calls");
  }

  @Test
  void filesAreRewrittenAndJsonComesWhenItChanged() throws Exception {
    Map<String, byte[]> sample = sample();
    String name = sample.keySet().iterator().next();
    byte[] bytes = sample.get(name);
    Path site = dir.resolve("site");
    append(name, bytes, 0, bytes.length / 2);
    start(List.of(), "--interval", "0.2", "--format", "json", "--out", site.toString());
    await(() -> count(out(), "\"ringside.report/1\"") == 1);
    await(() -> Files.exists(site.resolve("report.html")));
    String first = Files.readString(site.resolve("report.json"));
    append(name, bytes, bytes.length / 2, bytes.length);
    await(() -> count(out(), "\"ringside.report/1\"") == 2);

    assertThat(signal("TERM")).isZero();
    CommandRun plain =
        CommandRun.of("report", logs.toString(), "--format", "json", "--out", site.toString());
    assertThat(count(out(), "\"ringside.report/1\"")).isEqualTo(3);
    assertThat(out()).endsWith(plain.out());
    assertThat(Files.readString(site.resolve("report.json"))).isNotEqualTo(first);
    try (Stream<Path> files = Files.list(site)) {
      assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".part"));
    }
  }

  @Test
  void aTerminalIsDrawnOver() throws Exception {
    Map<String, byte[]> sample = sample();
    start(
        List.of("-Dringside.stdout.terminal=true", "-Dringside.height=12"),
        "--interval",
        "0.2",
        "--color",
        "never");
    for (Map.Entry<String, byte[]> log : sample.entrySet()) {
      append(log.getKey(), log.getValue(), 0, log.getValue().length);
    }
    await(() -> out().contains("lines more"));
    String[] frames = out().split(Pattern.quote(CLEAR), -1);
    assertThat(frames[frames.length - 1].lines().count()).isLessThanOrEqualTo(12);
    assertThat(frames[frames.length - 1]).startsWith("CANNOT-TELL").contains("lines more");

    Files.writeString(logs.resolve(sample.keySet().iterator().next()), "");
    await(() -> out().contains("it was emptied"));
    signal("INT");
    assertThat(frame()).isEqualTo(CommandRun.of("report", logs.toString()).out());
  }

  @Test
  void aTerminalShowsThatNothingIsLeft() throws Exception {
    Path log = logs.resolve("nccl.log");
    Files.write(log, sample().values().iterator().next());
    start(List.of("-Dringside.stdout.terminal=true"), "--interval", "0.2");
    await(() -> out().contains("CANNOT-TELL"));
    Files.delete(log);

    await(() -> frame().contains("it is gone"));
    assertThat(frame()).doesNotContain("CANNOT-TELL");
  }

  private String frame() {
    return out().substring(out().lastIndexOf(CLEAR) + CLEAR.length());
  }

  @Test
  void whileNothingGrowsNothingIsReadOrPrinted() throws Exception {
    Map<String, byte[]> sample = sample();
    for (Map.Entry<String, byte[]> log : sample.entrySet()) {
      append(log.getKey(), log.getValue(), 0, log.getValue().length);
    }
    start(List.of(), "--interval", "0.2");
    await(this::isSaid);
    TimeUnit.SECONDS.sleep(1); // the look that printed it ends, its pause begins
    long before = bytesRead();
    String said = out();
    TimeUnit.SECONDS.sleep(2);

    // The virtual machine itself reads a little of /proc now and then.
    assertThat(bytesRead() - before).isLessThan(50_000);
    assertThat(out()).isEqualTo(said);
    assertThat(signal("TERM")).isZero();
  }

  private long bytesRead() throws IOException {
    Path io = Path.of("/proc", Long.toString(running.pid()), "io");
    Assumptions.assumeTrue(Files.isReadable(io));
    return Long.parseLong(Files.readAllLines(io).get(0).replace("rchar: ", ""));
  }

  @Test
  void nothingAtAllEndsAsAPlainReportDoes() throws Exception {
    start(List.of(), "--interval", "0.2");
    await(() -> err().equals(BEGIN));

    int status = signal("TERM");
    CommandRun plain = CommandRun.of("report", logs.toString());
    assertThat(status).isEqualTo(plain.status()).isEqualTo(3);
    assertThat(err()).isEqualTo(BEGIN + plain.err());
    assertThat(out()).isEqualTo(plain.out()).isEmpty();
  }

  @Test
  void aDirectoryThatVanishesIsMissingAtTheEnd() throws Exception {
    Map<String, byte[]> sample = sample();
    String name = sample.keySet().iterator().next();
    append(name, sample.get(name), 0, sample.get(name).length);
    start(List.of(), "--interval", "0.2");
    await(this::isSaid);
    Files.delete(logs.resolve(name));
    Files.delete(logs);
    await(() -> err().contains("it is gone"));

    assertThat(signal("TERM")).isEqualTo(2);
    assertThat(err()).contains(logs + ": no such file or directory");
  }

  @Test
  void whatCannotBeFollowedIsWrongUse() {
    assertThat(CommandRun.of("report", "--follow", "-").err()).contains("cannot be followed");
    assertThat(CommandRun.of("report", "--follow", dir + "/none").err())
        .hasLineCount(1)
        .contains("none: no such file or directory");
    assertThat(CommandRun.of("report", "--interval", "5", SAMPLE.toString()).err())
        .contains("--interval: says nothing without --follow");
    assertThat(CommandRun.of("report", "--follow", "--interval", "0", SAMPLE.toString()).err())
        .contains("--interval: \"0.0\" is no pause");
  }

  private static Map<String, byte[]> sample() throws IOException {
    Map<String, byte[]> sample = new TreeMap<>();
    try (Stream<Path> files = Files.list(SAMPLE)) {
      for (Path file : files.toList()) {
        sample.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return sample;
  }

  private void append(String name, byte[] bytes, int from, int to) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(
            logs.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(bytes, from, to - from);
    }
  }

  @BeforeEach
  void makeLogs() throws IOException {
    logs = Files.createDirectory(dir.resolve("logs"));
  }

  private void start(List<String> options, String... arguments) throws IOException {
    // A build in the background ignores INT, under nohup HUP, and so would all that it starts.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx96m"));
    command.add("-Djava.awt.headless=true");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Ringside.class.getName(), "report", "--follow", logs.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("TERM", "xterm");
    builder.environment().put("LC_ALL", "C.UTF-8");
    running =
        builder
            .redirectOutput(dir.resolve("out").toFile())
            .redirectError(dir.resolve("err").toFile())
            .start();
  }

  private int signal(String name) throws InterruptedException {
    Signals.send(name, running.pid());
    assertThat(running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return running.exitValue();
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(running.isAlive()).as(err()).isTrue();
      assertThat(System.nanoTime()).as(out() + err()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private String out() {
    return text("out");
  }

  private String err() {
    return text("err");
  }

  private String text(String name) {
    try {
      return Files.readString(dir.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last report of a stream of them. */
  private static String last(String out) {
    String[] reports = out.split("(?m)^---- .*\n", -1);
    return reports[reports.length - 1];
  }

  private static int count(String text, String word) {
    return text.split(Pattern.quote(word), -1).length - 1;
  }
}
