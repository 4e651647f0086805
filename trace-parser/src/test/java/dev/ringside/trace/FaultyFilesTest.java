package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no files, lead elsewhere, or change while they are read. */
@Timeout(60)
class FaultyFilesTest {
  private static final String CALL =
      "node01:4100:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f1c2c49e100 recvbuff"
          + " 0x7f1bb9d3d400 count 2097152 datatype 7 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2]"
          + " stream 0x55fdcedddde0\n";

  @TempDir private Path dir;

  /** What happens when the first source is opened, its first 64 KiB being read by then. */
  private static final class Meanwhile implements PieceSinks {
    private final List<RecordingSink> sinks = new ArrayList<>();
    private final IoAction action;
    private boolean isDone;

    interface IoAction {
      void run() throws IOException;
    }

    Meanwhile(IoAction action) {
      this.action = action;
    }

    @Override
    public TraceSink open(Source source, long from) {
      if (!isDone) {
        isDone = true;
        try {
          action.run();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      sinks.add(new RecordingSink());
      return sinks.get(sinks.size() - 1);
    }

    @Override
    public void close(TraceSink sink, Source source, long from, long to, boolean last) {}

    <T> List<T> all(Class<T> type) {
      return sinks.stream().flatMap(sink -> sink.all(type).stream()).toList();
    }
  }

  private static Meanwhile read(Path... inputs) {
    return read(1L << 40, () -> {}, inputs);
  }

  private static Meanwhile read(long pieceBytes, Meanwhile.IoAction action, Path... inputs) {
    Meanwhile sinks = new Meanwhile(action);
    ReadOptions options = ReadOptions.DEFAULT.withThreads(1).withPieceBytes(pieceBytes);
    TraceFiles.read(Arrays.asList(inputs), options, sinks);
    return sinks;
  }

  private Path calls(String name, int calls) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, CALL.repeat(calls).getBytes(StandardCharsets.UTF_8));
  }

  private static int calls(Meanwhile run) {
    return run.all(RecordingSink.Call.class).size();
  }

  private static List<String> losses(Meanwhile run) {
    return run.all(Loss.class).stream().map(Loss::name).toList();
  }

  private static void makePipe(Path pipe) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }

  @Test
  void nothingOutsideOfTheInputsIsRead() throws IOException {
    calls("secret/elsewhere.log", 5);
    calls("in/a.log", 3);
    Path in = dir.resolve("in");
    Files.createSymbolicLink(in.resolve("file.log"), dir.resolve("secret/elsewhere.log"));
    Files.createSymbolicLink(in.resolve("folder"), dir.resolve("secret"));
    Files.createSymbolicLink(in.resolve("relative"), Path.of("../secret/elsewhere.log"));

    Meanwhile run = read(in);

    assertThat(calls(run)).isEqualTo(3);
    assertThat(losses(run)).containsExactly("link-outside", "link-outside", "link-outside");
    assertThat(calls(read(in, dir.resolve("secret")))).isEqualTo(8);
  }

  @Test
  void aFileIsReadOnceHoweverOftenItIsNamedOrLinked() throws IOException {
    Path file = calls("in/rank0.log", 4);
    Path in = dir.resolve("in");
    Files.createSymbolicLink(in.resolve("latest.log"), file);
    Path link = Files.createSymbolicLink(dir.resolve("link.log"), file);

    assertThat(calls(read(in))).isEqualTo(4);
    assertThat(calls(read(in, file, link, in.resolve("../in")))).isEqualTo(4);
    assertThat(calls(read(link))).isEqualTo(4);
  }

  @Test
  void linksThatLeadNowhereOrInCirclesAreNamed() throws IOException {
    calls("in/a.log", 1);
    Path in = dir.resolve("in");
    Files.createSymbolicLink(in.resolve("gone"), in.resolve("not-there"));
    Files.createSymbolicLink(in.resolve("one"), in.resolve("two"));
    Files.createSymbolicLink(in.resolve("two"), in.resolve("one"));
    Files.createSymbolicLink(in.resolve("self"), in);

    Meanwhile run = read(in);

    assertThat(calls(run)).isEqualTo(1);
    assertThat(losses(run)).containsExactly("unreadable", "unreadable", "unreadable");
    assertThat(read(in.resolve("one")).all(Loss.class))
        .singleElement()
        .satisfies(l -> assertThat(l.detail()).containsIgnoringCase("symbolic links"));
  }

  @Test
  void aPipeInADirectoryIsNotOpened() throws IOException, InterruptedException {
    calls("in/a.log", 2);
    makePipe(dir.resolve("in/pipe"));

    Meanwhile run = read(dir.resolve("in"));

    assertThat(calls(run)).isEqualTo(2);
    assertThat(losses(run)).containsExactly("not-a-file");
  }

  @Test
  void aPipeThatIsNamedIsRead() throws IOException, InterruptedException {
    Path pipe = dir.resolve("pipe");
    makePipe(pipe);
    byte[] text = CALL.repeat(7).getBytes(StandardCharsets.UTF_8);
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.write(pipe, text, StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();

    assertThat(calls(read(pipe))).isEqualTo(7);
    writer.join();
  }

  @Test
  void aFileThatVanishesIsNamedAndTheRestCounts() throws IOException {
    Path first = calls("in/a.log", 2);
    Path second = calls("in/b.log", 2);
    calls("in/c.log", 2);

    Meanwhile run = read(1L << 40, () -> Files.delete(second), first.getParent());

    assertThat(calls(run)).isEqualTo(4);
    assertThat(run.all(Loss.class))
        .singleElement()
        .satisfies(l -> assertThat(l.source()).isEqualTo(second.toString()))
        .satisfies(l -> assertThat(l.detail()).contains("vanished"));
  }

  @Test
  void aFileThatBecomesShorterIsReadAsFarAsItGoes() throws IOException {
    int many = 2000;
    for (long piece : new long[] {1L << 40, 30_000}) {
      Path file = calls("shrinks.log", many);
      long half = Files.size(file) / 2;
      Meanwhile run =
          read(
              piece,
              () -> {
                try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                  channel.truncate(half);
                }
              },
              file);

      assertThat(calls(run)).isEqualTo(many / 2);
      assertThat(losses(run)).isNotEmpty().containsOnly("input-shrank");
    }
  }

  @Test
  void aFileThatGrowsIsReadAsFarAsItWasOrIs() throws IOException {
    for (long piece : new long[] {1L << 40, 30_000}) {
      Path file = calls("grows.log", 2000);
      byte[] more = (CALL.repeat(10) + CALL.substring(0, 20)).getBytes(StandardCharsets.UTF_8);
      Meanwhile run = read(piece, () -> Files.write(file, more, StandardOpenOption.APPEND), file);

      assertThat(calls(run)).isIn(2000, 2010);
      assertThat(losses(run)).isSubsetOf("truncated-record");
    }
  }

  @Test
  void aFileThatDeniesAccessIsNamedAndTheRestCounts() throws IOException {
    Path denied = calls("in/a.log", 2);
    calls("in/b.log", 2);
    assumeTrue(denied.toFile().setReadable(false, false), "no permissions on this file system");
    assumeFalse(Files.isReadable(denied), "the superuser reads everything");

    Meanwhile run = read(dir.resolve("in"));

    assertThat(calls(run)).isEqualTo(2);
    assertThat(run.all(Loss.class))
        .singleElement()
        .satisfies(l -> assertThat(l.detail()).isEqualTo("permission denied"));
  }

  @Test
  void anErrorOfTheDeviceIsNamedAndTheRestCounts() throws IOException {
    Path unreadable = Path.of("/proc/self/mem"); // its first byte is never mapped: EIO
    assumeTrue(Files.exists(unreadable), "no /proc here");

    Meanwhile run = read(unreadable, calls("a.log", 2));

    assertThat(calls(run)).isEqualTo(2);
    assertThat(losses(run)).hasSize(1);
  }
}
