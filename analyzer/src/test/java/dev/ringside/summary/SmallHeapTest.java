package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(read("32m", "usual", 1_000_000)).startsWith("1000000").hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"communicators", "sizes", "hosts", "variables", "warnings", "trace"})
  void anInputWhoseEveryRecordIsNewIsBoundedAndSaysSo(String kind) throws IOException {
    assertThat(read("96m", kind, 40_000)).contains("summary-limit").noneMatch(EndlessLog::isError);
  }

  @ParameterizedTest
  @CsvSource({
    "threads, 40000, too-many-writers",
    "flight recorder, 100000, too-many-entries",
    "inspector, 12000, too-many-communicators",
    "topology, 60000, damaged-xml",
    "endless attribute, 60000, damaged-xml",
    "endless line, 60000, line-too-long",
    "endless string, 60000, damaged-event",
    "deep document, 60000, truncated-json",
    "deep trace, 20000, damaged-event",
    "numbers, 20000, torn-record",
  })
  void whatWouldNotFitIsLeftOutAndNamed(String kind, int records, String loss) throws IOException {
    assertThat(read("96m", kind, records)).contains(loss).noneMatch(EndlessLog::isError);
  }

  @Test
  void aHundredThousandEmptyFilesAreCountedAndAFewNamed(@TempDir Path dir) throws IOException {
    for (int i = 0; i < 100_000; i++) {
      Files.createFile(dir.resolve("empty" + i));
    }
    Files.writeString(dir.resolve("log"), EndlessLog.call("sizes", 7));
    assertThat(read("96m", dir.toString(), 0))
        .startsWith("1")
        .contains("unusable-inputs", "empty-input")
        .noneMatch(EndlessLog::isError);
  }
}
