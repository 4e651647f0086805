package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.trace.FollowedFiles;
import dev.ringside.trace.Forgotten;
import dev.ringside.trace.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log that is read while it grows gives, byte for byte, the summary of the log as it is. */
class FollowedSummaryTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({
    "h200-tp2-shm/log/nccl.node01.rank0.log, 1",
    "h200-tp2-shm/log/nccl.node01.rank1.log, 2",
    "qwen3.5-397b-tp4/log, 3"
  })
  void everyLookGivesTheSummaryOfWhatIsThere(String log, int seed) throws IOException {
    Path sample = Checkout.sample(log);
    Path whole = Files.isDirectory(sample) ? first(sample) : sample;
    byte[] bytes = Files.readAllBytes(whole);
    Path grown = dir.resolve("grown.log");
    SummaryPieces pieces = new SummaryPieces();
    FollowedFiles files = new FollowedFiles(List.of(grown), ReadOptions.DEFAULT);
    Random random = new Random(seed);
    int at = 0;
    while (at < bytes.length) {
      int to = Math.min(bytes.length, at + random.nextInt(bytes.length / 8));
      try (OutputStream out =
          Files.newOutputStream(grown, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.write(bytes, at, to - at);
      }
      at = to;
      files.look(pieces, f -> forget(pieces, f));
      assertThat(json(pieces.summary().closed())).isEqualTo(json(ofWholeLines(bytes, at)));
    }
    files.finish(pieces, f -> forget(pieces, f));

    assertThat(json(pieces.summary().closed())).isEqualTo(json(RealLogs.summary(grown)));
  }

  private static Path first(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().findFirst().orElseThrow();
    }
  }

  private static void forget(SummaryPieces pieces, Forgotten source) {
    pieces.forget(source.source());
  }

  /** Of the lines that end in the first {@code length} bytes, under the name of the grown log. */
  private TraceSummary ofWholeLines(byte[] bytes, int length) throws IOException {
    int end = length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    Path cut = dir.resolve("cut.log");
    try (OutputStream out = Files.newOutputStream(cut)) {
      out.write(bytes, 0, end);
    }
    return RealLogs.summary(cut);
  }

  private static String json(TraceSummary summary) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    summary.writeTo(out);
    return out.toString(StandardCharsets.UTF_8).replaceAll("/[^\"]*/(grown|cut)\\.log", "LOG");
  }
}
