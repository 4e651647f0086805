package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the heap that the launcher allows, and with less. */
class SmallHeapTest {

  private static List<String> read(String heap, String kind, int lines) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                EndlessLog.class.getName(),
                kind,
                Integer.toString(lines))
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  @Test
  void aLongLogNeedsNoMoreHeapThanAShortOne() throws IOException {
    // 200 MB of lines.
    assertThat(read("32m", "usual", 1_000_000)).containsExactly("1000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"communicators", "sizes", "hosts"})
  void aLogWhoseEveryLineIsNewIsBoundedAndSaysSo(String kind) throws IOException {
    assertThat(read("96m", kind, 100_000)).contains("summary-limit").noneMatch(EndlessLog::isError);
  }
}
