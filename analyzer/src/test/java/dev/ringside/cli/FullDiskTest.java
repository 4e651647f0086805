package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be written is said, and what was there before stays. */
@Timeout(120)
class FullDiskTest {
  private static final Path LOGS = Checkout.root().resolve("samples/h200-tp2-shm/log");

  @TempDir private Path dir;

  private static List<String> command(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Ringside.class.getName()));
    command.addAll(List.of(words));
    return command;
  }

  private static String all(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void standardOutputOnAFullDiskIsAnError(String format) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    Process process =
        new ProcessBuilder(command("inspect", LOGS.toString(), "--format", format))
            .redirectOutput(new File("/dev/full"))
            .start();

    assertThat(all(process.getErrorStream()))
        .isEqualTo(
            "ringside: standard output: No space left on device; what was printed is not whole\n");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  @Test
  void whoeverReadsMayGoEarly() throws Exception {
    Process process = new ProcessBuilder(command("inspect", LOGS.toString())).start();
    process.getInputStream().close();

    assertThat(all(process.getErrorStream())).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void anOldReportStaysWhereTheNewOneDoesNotFit() throws Exception {
    Path out = dir.resolve("report");
    assertThat(CommandRun.of("report", LOGS.toString(), "--out", out.toString()).status()).isZero();
    Map<String, String> before = contents(out);
    List<String> report = command("report", LOGS.toString(), "--out", out.toString());
    // No file of more than 40 KB: what the system answers differs from a full disk in its words.
    List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 80; exec \"$@\"", "sh"));
    limited.addAll(report);
    Process process = new ProcessBuilder(limited).start();
    process.getInputStream().close();

    assertThat(all(process.getErrorStream()))
        .isEqualTo("ringside: " + out.resolve("report.html") + ": File too large\n");
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(contents(out)).isEqualTo(before);
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(
            file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }
}
