package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineNumbersTest {
  @TempDir private Path dir;

  @Test
  void offsetsInAnyOrderGetTheirLines() throws IOException {
    Path file = Files.writeString(dir.resolve("a.log"), "one\ntwo\n\nfour");
    assertThat(LineNumbers.of(file, List.of(9L, 0L, 4L, 5L)))
        .isEqualTo(Map.of(0L, 1L, 4L, 2L, 5L, 2L, 9L, 4L));
  }

  @Test
  void offsetsThatTheFileHasNotAreAbsent() throws IOException {
    Path file = Files.writeString(dir.resolve("a.log"), "one\n");
    assertThat(LineNumbers.of(file, List.of(-1L, 99L))).isEmpty();
    assertThat(LineNumbers.of(dir.resolve("absent.log"), List.of(0L))).isEmpty();
    assertThat(LineNumbers.of(dir, List.of(0L))).isEmpty();
  }

  @Test
  void offsetsOfACompressedFileAreThoseBehindDecompression() throws IOException {
    Path file = dir.resolve("a.log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("one\ntwo\nthree\n".repeat(50_000).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(LineNumbers.of(file, List.of(14L * 49_999))).containsEntry(14L * 49_999, 149_998L);
  }

  @Test
  void aBinaryFileHasNoLines() throws IOException {
    Path file = Files.write(dir.resolve("a.pickle"), new byte[] {0, 1, 2, 0, 10, 0, 0, 3});
    assertThat(LineNumbers.of(file, List.of(0L))).isEmpty();
  }
}
