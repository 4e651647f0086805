package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.ringside.trace.io.Limits;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class TraceFilesTest {

  private static final String CALL =
      "node01:4100:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f1c2c49e100 recvbuff"
          + " 0x7f1bb9d3d400 count 2097152 datatype 7 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2]"
          + " stream 0x55fdcedddde0\n";

  private static final byte[] TEN_CALLS = CALL.repeat(10).getBytes(StandardCharsets.UTF_8);

  @TempDir private Path dir;

  /** One sink a piece, and what became of it. */
  private record Piece(Source source, long from, long to, boolean last, RecordingSink sink) {}

  private static final class Pieces implements PieceSinks {
    private final List<Piece> closed = new ArrayList<>();

    @Override
    public TraceSink open(Source source, long from) {
      return new RecordingSink();
    }

    @Override
    public synchronized void close(
        TraceSink sink, Source source, long from, long to, boolean last) {
      closed.add(new Piece(source, from, to, last, (RecordingSink) sink));
    }

    int calls() {
      return closed.stream().mapToInt(piece -> piece.sink().all(Call.class).size()).sum();
    }

    List<String> losses() {
      return closed.stream()
          .flatMap(piece -> piece.sink().all(Loss.class).stream())
          .map(Loss::name)
          .toList();
    }
  }

  private final Pieces pieces = new Pieces();

  private ReadOutcome read(Path... inputs) {
    return TraceFiles.read(Arrays.asList(inputs), ReadOptions.DEFAULT, pieces);
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(dir.resolve(name), content);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gz = new GZIPOutputStream(out)) {
      gz.write(content);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  @Test
  void gzipIsReadByContentWithAllItsMembers() throws IOException {
    read(file("rotated.log", concat(gzip(TEN_CALLS), gzip(TEN_CALLS))));
    assertThat(pieces.calls()).isEqualTo(20);
    assertThat(pieces.losses()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 60_000, 70_000, 900_000})
  void aLogThatGoesOnBehindTheHoleOfARotationIsRead(int zeros) throws IOException {
    read(file("rotated.log", concat(new byte[zeros], TEN_CALLS)));

    assertThat(pieces.calls()).isEqualTo(10);
    assertThat(pieces.losses()).containsExactly("zero-bytes");
  }

  @Test
  void aFaultOfASinkLeavesNoThreadBehind() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      files.add(file(i + ".log", TEN_CALLS));
    }
    PieceSinks faulty =
        new PieceSinks() {
          @Override
          public TraceSink open(Source source, long from) {
            throw new IllegalArgumentException("full");
          }

          @Override
          public void close(TraceSink sink, Source source, long from, long to, boolean last) {}
        };

    Set<Thread> before = Thread.getAllStackTraces().keySet();
    assertThatThrownBy(() -> TraceFiles.read(files, ReadOptions.DEFAULT, faulty))
        .hasRootCauseMessage("full");
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(thread) && thread.getName().startsWith("pool-")) {
        assertThatCode(() -> thread.join(10_000)).doesNotThrowAnyException();
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  /** Stored without compression, its bytes are those of a text but for a few. */
  @Test
  void anArchiveThatLooksLikeTextIsNotCutIntoPieces() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gz =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.NO_COMPRESSION);
          }
        }) {
      gz.write(TEN_CALLS);
    }
    Path archive = file("stored.gz", out.toByteArray());
    TraceFiles.read(List.of(archive), ReadOptions.DEFAULT.withPieceBytes(200), pieces);
    assertThat(pieces.closed).hasSize(1);
    assertThat(pieces.calls()).isEqualTo(10);
    assertThat(pieces.losses()).isEmpty();
  }

  @Test
  void membersOfAPipeThatArriveLateAreRead() throws IOException {
    byte[] both = concat(gzip(TEN_CALLS), gzip(TEN_CALLS));
    InputStream slow =
        new ByteArrayInputStream(both) {
          @Override
          public synchronized int available() {
            return 0;
          }

          @Override
          public synchronized int read(byte[] into, int at, int max) {
            return super.read(into, at, Math.min(max, 7));
          }
        };
    TraceFiles.read(List.of(TraceFiles.STANDARD_INPUT), ReadOptions.DEFAULT, pieces, slow);
    assertThat(pieces.calls()).isEqualTo(20);
  }

  @Test
  void zstdAndXzAreReadByContent() throws IOException {
    ByteArrayOutputStream zst = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(zst)) {
      out.write(TEN_CALLS);
    }
    ByteArrayOutputStream xz = new ByteArrayOutputStream();
    try (OutputStream out = new XZOutputStream(xz, new LZMA2Options(0))) {
      out.write(TEN_CALLS);
    }
    read(file("a", zst.toByteArray()), file("b", xz.toByteArray()));
    assertThat(pieces.calls()).isEqualTo(20);
  }

  @Test
  void aCompressionInsideAnotherIsReadUpToTheLimit() throws IOException {
    byte[] two = gzip(gzip(TEN_CALLS));
    read(file("two", two));
    assertThat(pieces.calls()).isEqualTo(10);
    ReadOutcome outcome = read(file("three", gzip(two)));
    assertThat(pieces.calls()).isEqualTo(10);
    assertThat(pieces.losses()).containsExactly("compression-bomb");
    assertThat(outcome.unusable()).isEqualTo(1);
  }

  @Test
  void aBombIsRefusedWhenItPassesTheRatio() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gz = new GZIPOutputStream(out)) {
      byte[] line = "x\n".repeat(1 << 19).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 80; i++) {
        gz.write(line);
      }
    }
    ReadOptions strict = new ReadOptions(1, 1 << 20, new Limits(1 << 20, 100, 2));
    TraceFiles.read(List.of(file("bomb.gz", out.toByteArray())), strict, pieces);
    assertThat(pieces.losses()).containsExactly("compression-bomb");
  }

  @Test
  void whatATruncatedArchiveStillHoldsIsCounted() throws IOException {
    byte[] text = CALL.repeat(20_000).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '7') {
        text[i] = (byte) ('0' + (i * 31 % 10));
      }
    }
    byte[] gz = gzip(text);
    read(file("cut.gz", Arrays.copyOf(gz, gz.length / 2)));
    assertThat(pieces.calls()).isBetween(1, 19_999);
    assertThat(pieces.losses()).contains("truncated-input");
  }

  @Test
  void emptyBinaryAndMissingInputsAreNamedAndTheRestCounts() throws IOException {
    byte[] binary = new byte[5000];
    ReadOutcome outcome =
        read(
            file("empty.log", new byte[0]),
            dir.resolve("not-there.log"),
            file("core", binary),
            file("good.log", TEN_CALLS));
    assertThat(outcome.read()).isEqualTo(1);
    assertThat(outcome.unusable()).isEqualTo(2);
    assertThat(outcome.missing()).containsExactly(dir.resolve("not-there.log").toString());
    assertThat(pieces.calls()).isEqualTo(10);
    assertThat(pieces.losses())
        .containsExactlyInAnyOrder("empty-input", "unknown-format", "missing-input");
  }

  @Test
  void directoriesAreWalkedOnceHoweverTheirLinksRun() throws IOException {
    Path sub = Files.createDirectory(dir.resolve("sub"));
    Files.write(sub.resolve("a.log"), TEN_CALLS);
    file("b.log", TEN_CALLS);
    Files.createSymbolicLink(sub.resolve("up"), dir);
    Files.createSymbolicLink(dir.resolve("again"), sub);
    read(dir);
    assertThat(pieces.calls()).isEqualTo(20);
  }

  @Test
  void piecesOfALongFileLieSideBySideAndHoldEachLineOnce() throws IOException {
    byte[] text = CALL.repeat(997).getBytes(StandardCharsets.UTF_8);
    Path file = file("long.log", text);
    TraceFiles.read(List.of(file), ReadOptions.DEFAULT.withPieceBytes(10_000), pieces);
    assertThat(pieces.calls()).isEqualTo(997);
    List<Piece> sorted = new ArrayList<>(pieces.closed);
    sorted.sort(Comparator.comparingLong(Piece::from));
    assertThat(sorted).hasSizeGreaterThan(10);
    assertThat(sorted.get(0).from()).isZero();
    for (int i = 1; i < sorted.size(); i++) {
      assertThat(sorted.get(i).from()).isEqualTo(sorted.get(i - 1).to());
      assertThat(sorted.get(i - 1).last()).isFalse();
    }
    assertThat(sorted.get(sorted.size() - 1).to()).isEqualTo(text.length);
    assertThat(sorted.get(sorted.size() - 1).last()).isTrue();
  }

  @Test
  void aLineLongerThanTheLimitIsLeftOutAndTheNextOnesAreRead() throws IOException {
    String text = CALL + "y".repeat(3_000_000) + "\n" + CALL;
    Path file = file("long-line.log", text.getBytes(StandardCharsets.UTF_8));
    for (long piece : new long[] {1 << 25, 100_000, 7_777}) {
      Pieces each = new Pieces();
      TraceFiles.read(List.of(file), ReadOptions.DEFAULT.withPieceBytes(piece), each);
      assertThat(each.calls()).isEqualTo(2);
      assertThat(each.losses()).containsExactly("line-too-long");
    }
  }

  @Test
  void utf16OfAWindowsShellIsText() throws IOException {
    String text =
        "\ufeff" + CALL.repeat(3).replace("\n", "\r\n") + "caf\u00e9 \ud83d\ude00\r\n" + CALL;
    read(
        file("le.log", text.getBytes(StandardCharsets.UTF_16LE)),
        file("be.log", text.getBytes(StandardCharsets.UTF_16BE)));
    assertThat(pieces.calls()).isEqualTo(8);
    assertThat(pieces.losses()).isEmpty();
  }

  @Test
  void dockersJsonLinesAreUnpacked() throws IOException {
    String line =
        "{\"log\":\""
            + CALL.strip()
            + "\\n\",\"stream\":\"stdout\",\"time\":\"2026-05-12T08:01:09Z\"}\n";
    String broken = "{\"log\":\"node01 \\q\",\"stream\":\"stdout\"}\n";
    read(file("id-json.log", (line + broken + line).getBytes(StandardCharsets.UTF_8)));
    assertThat(pieces.calls()).isEqualTo(2);
  }

  @Test
  void anErrorOfTheProgramComesOut() throws IOException {
    Path file = file("good.log", TEN_CALLS);
    PieceSinks broken =
        new PieceSinks() {
          @Override
          public TraceSink open(Source source, long from) {
            throw new IllegalStateException("broken sink");
          }

          @Override
          public void close(TraceSink sink, Source source, long from, long to, boolean last) {}
        };
    assertThatThrownBy(() -> TraceFiles.read(List.of(file), ReadOptions.DEFAULT, broken))
        .hasStackTraceContaining("broken sink");
  }
}
