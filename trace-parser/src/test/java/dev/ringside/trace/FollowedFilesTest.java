package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFilesTest {
  @TempDir private Path dir;
  private final Heard heard = new Heard();

  /** What the sinks heard since it was last asked. */
  private static final class Heard implements PieceSinks {
    private final List<String> calls = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final List<Forgotten> forgotten = new ArrayList<>();

    @Override
    public TraceSink open(Source source, long from) {
      return new RecordingSink();
    }

    @Override
    public synchronized void close(
        TraceSink sink, Source source, long from, long to, boolean last) {
      RecordingSink all = (RecordingSink) sink;
      all.all(RecordingSink.Call.class).forEach(c -> calls.add(c.offset() + ":" + c.count()));
      all.all(Loss.class).forEach(l -> losses.add(l.name()));
      places.add(
          Path.of(source.name()).getFileName() + " " + from + "-" + to + (last ? " last" : ""));
    }

    void clear() {
      List.of(calls, places, losses).forEach(List::clear);
      forgotten.clear();
    }
  }

  @Test
  void whatCannotBeLookedAtIsSaidOnce() {
    FollowedFiles files = follow(Path.of("x".repeat(300)));

    assertThat(look(files)).isTrue();
    assertThat(heard.losses).containsExactly("unreadable");
    assertThat(look(files)).isFalse();
  }

  private FollowedFiles follow(Path... inputs) {
    return new FollowedFiles(List.of(inputs), ReadOptions.DEFAULT);
  }

  private boolean look(FollowedFiles files) {
    heard.clear();
    return files.look(heard, heard.forgotten::add).isChanged();
  }

  private void finish(FollowedFiles files) {
    heard.clear();
    files.finish(heard, heard.forgotten::add);
  }

  private static String lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append("node01:4100:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f1c2c49e100")
          .append(" recvbuff 0x7f1bb9d3d400 count ")
          .append(1000 + i)
          .append(" datatype 7 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2] stream 0x55fdcedddde0\n");
    }
    return text.toString();
  }

  private Path append(String name, String text) throws IOException {
    return Files.writeString(
        dir.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void aLookReadsFromWhereTheLastOneEnded() throws IOException {
    int line = lines(0, 1).length();
    append("a.log", lines(0, 2));
    FollowedFiles files = follow(dir);

    assertThat(look(files)).isTrue();
    assertThat(heard.places).containsExactly("a.log 0-" + 2 * line);

    append("a.log", lines(2, 3));
    assertThat(look(files)).isTrue();
    assertThat(heard.places).containsExactly("a.log " + 2 * line + "-" + 3 * line);
    assertThat(heard.calls).containsExactly(2 * line + ":1002");
    assertThat(heard.forgotten).isEmpty();
  }

  @Test
  void aTornLastLineWaitsForItsRest() throws IOException {
    String text = lines(0, 2);
    append("a.log", text.substring(0, text.length() - 20));
    FollowedFiles files = follow(dir);
    look(files);
    assertThat(heard.calls).hasSize(1);

    append("a.log", text.substring(text.length() - 20, text.length() - 10));
    assertThat(look(files)).isFalse();
    assertThat(heard.places).isEmpty();

    append("a.log", text.substring(text.length() - 10));
    look(files);
    assertThat(heard.calls).hasSize(1);
    assertThat(heard.losses).isEmpty();
  }

  @Test
  void theEndOfALogNeedsNoLineEnd() throws IOException {
    append("a.log", lines(0, 2).strip());
    FollowedFiles files = follow(dir);
    look(files);
    finish(files);

    assertThat(heard.calls).hasSize(1);
    assertThat(heard.places).singleElement().asString().endsWith(" last");
  }

  @Test
  void piecesCutAnywhereAreTheWholeLog() throws IOException {
    byte[] text = lines(0, 2000).getBytes(StandardCharsets.UTF_8);
    Random random = new Random(7);
    Path log = dir.resolve("a.log");
    FollowedFiles files = new FollowedFiles(List.of(dir), ReadOptions.DEFAULT.withPieceBytes(9000));
    List<String> calls = new ArrayList<>();
    for (int at = 0; at < text.length; ) {
      int to = Math.min(text.length, at + random.nextInt(20_000));
      try (OutputStream out =
          Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.write(text, at, to - at);
      }
      at = to;
      look(files);
      calls.addAll(heard.calls);
    }
    finish(files);
    calls.addAll(heard.calls);

    Heard whole = new Heard();
    TraceFiles.read(List.of(log), ReadOptions.DEFAULT, whole);
    assertThat(calls).containsExactlyInAnyOrderElementsOf(whole.calls);
  }

  @Test
  void anUnchangedDirectoryIsNotRead() throws IOException {
    Path log = append("a.log", lines(0, 500));
    Path torn = append("torn.log", lines(0, 1).strip());
    Path document = gzip("b.log.gz", lines(0, 5));
    FollowedFiles files = follow(dir);
    look(files);
    // Time of last access is kept where it is older than that of the last write (relatime).
    FileTime past = FileTime.fromMillis(1_000_000);
    for (Path file : List.of(log, torn, document)) {
      Files.setAttribute(file, "lastAccessTime", past);
    }

    for (int i = 0; i < 3; i++) {
      assertThat(look(files)).isFalse();
    }
    assertThat(heard.places).isEmpty();
    assertThat(lastAccess(log)).isEqualTo(past);
    assertThat(lastAccess(torn)).isEqualTo(past);
    assertThat(lastAccess(document)).isEqualTo(past);

    Files.readAllBytes(log);
    Assumptions.assumeTrue(
        !lastAccess(log).equals(past), "this file system does not note when a file is read");
  }

  private static FileTime lastAccess(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).lastAccessTime();
  }

  @Test
  void aLongLogIsNotReadAgain() throws IOException {
    Path io = Path.of("/proc/self/io");
    Assumptions.assumeTrue(Files.isReadable(io), "the system does not count what is read");
    append("a.log", lines(0, 100_000));
    FollowedFiles files = follow(dir);
    look(files);
    append("a.log", lines(0, 1));
    look(files); // loads what only a second look needs

    long before = bytesRead(io);
    for (int i = 0; i < 20; i++) {
      append("a.log", lines(i, i + 1));
      look(files);
      assertThat(heard.calls).hasSize(1);
    }
    assertThat(bytesRead(io) - before).isLessThan(1 << 20);
  }

  private static long bytesRead(Path io) throws IOException {
    return Long.parseLong(Files.readAllLines(io).get(0).replace("rchar: ", ""));
  }

  @Test
  void aLogThatWasCutIsReadAnew() throws IOException {
    Path log = append("a.log", lines(0, 50));
    FollowedFiles files = follow(dir);
    look(files);
    Files.writeString(log, lines(50, 60));

    assertThat(look(files)).isTrue();
    assertThat(heard.forgotten).singleElement().asString().contains("a.log", "cut or written anew");
    assertThat(heard.calls).hasSize(10);
  }

  @Test
  void aLogThatWasCutAndGrewPastItsOldLengthIsReadAnew() throws IOException {
    Path log = append("a.log", lines(0, 1000));
    FollowedFiles files = follow(dir);
    look(files);
    Files.writeString(log, lines(1000, 3000));

    look(files);
    assertThat(heard.forgotten).hasSize(1);
    assertThat(heard.calls).hasSize(2000);
  }

  @Test
  void aRotatedLogIsReadUnderBothNames() throws IOException {
    Path log = append("a.log", lines(0, 50));
    FollowedFiles files = follow(dir);
    look(files);
    Files.move(log, dir.resolve("a.log.1"), StandardCopyOption.ATOMIC_MOVE);
    append("a.log", lines(50, 120));

    look(files);
    assertThat(heard.forgotten).extracting(Forgotten::source).containsExactly(log.toString());
    assertThat(heard.calls).hasSize(120);
  }

  @Test
  void newFilesAreReadAndThoseThatAreGoneAreForgotten() throws IOException {
    Path first = append("a.log", lines(0, 5));
    FollowedFiles files = follow(dir);
    look(files);
    Files.createDirectories(dir.resolve("sub"));
    append("sub/b.log", lines(0, 7));
    Files.delete(first);

    look(files);
    assertThat(heard.calls).hasSize(7);
    assertThat(heard.forgotten)
        .containsExactly(new Forgotten(first.toString(), "it is gone: no longer in the report"));
  }

  @Test
  void aCompressedLogIsReadWholeWhereItChanged() throws IOException {
    gzip("a.gz", lines(0, 5));
    FollowedFiles files = follow(dir);
    look(files);
    assertThat(heard.calls).hasSize(5);
    assertThat(look(files)).isFalse();

    gzip("a.gz", lines(0, 9));
    look(files);
    assertThat(heard.forgotten).extracting(Forgotten::why).containsExactly("");
    assertThat(heard.calls).hasSize(9);
  }

  private Path gzip(String name, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return Files.write(dir.resolve(name), bytes.toByteArray());
  }

  @Test
  void aFileThatTurnsOutToBeADocumentIsReadAsOne() throws IOException {
    append("trace.json", "{\n\"schema");
    FollowedFiles files = follow(dir);
    look(files);
    append("trace.json", "Version\": 1, \"traceEvents\": [\n");
    look(files);
    append("trace.json", "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0,");
    append("trace.json", " \"tid\": 7, \"ts\": 1.0, \"dur\": 2.0, \"args\": {}}]}\n");
    finish(files);

    Heard whole = new Heard();
    TraceFiles.read(List.of(dir), ReadOptions.DEFAULT, whole);
    assertThat(heard.places).isEqualTo(whole.places);
    assertThat(heard.losses).isEqualTo(whole.losses);
  }

  @Test
  void anEmptyFileIsNothingUntilTheEnd() throws IOException {
    append("a.log", "");
    FollowedFiles files = follow(dir);

    assertThat(look(files)).isFalse();
    finish(files);
    assertThat(heard.losses).containsExactly("empty-input");
  }

  @Test
  void aLogThatWasEmptiedIsForgotten() throws IOException {
    Path log = append("a.log", lines(0, 3));
    FollowedFiles files = follow(dir);
    look(files);
    Files.writeString(log, "");

    assertThat(look(files)).isTrue();
    assertThat(heard.forgotten).hasSize(1);
    append("a.log", lines(0, 2));
    look(files);
    assertThat(heard.forgotten).isEmpty();
    assertThat(heard.calls).hasSize(2);
  }

  @Test
  void anInputThatComesAndGoesIsMissingInBetween() throws IOException {
    Path log = dir.resolve("a.log");
    FollowedFiles files = follow(log);
    assertThat(files.look(heard, heard.forgotten::add).missing()).containsExactly(log.toString());
    assertThat(heard.losses).containsExactly("missing-input");
    assertThat(look(files)).isFalse();

    append("a.log", lines(0, 3));
    look(files);
    assertThat(heard.forgotten).extracting(Forgotten::source).containsExactly(log.toString());
    assertThat(heard.calls).hasSize(3);

    Files.delete(log);
    look(files);
    assertThat(heard.losses).containsExactly("missing-input");
  }

  @Test
  void standardInputCannotBeFollowed() {
    assertThatThrownBy(() -> follow(TraceFiles.STANDARD_INPUT))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
