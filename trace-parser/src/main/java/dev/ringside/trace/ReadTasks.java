package dev.ringside.trace;

import dev.ringside.trace.io.Decompression;
import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineScanner;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.PieceReader;
import dev.ringside.trace.io.Utf16;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The work of one call of {@link TraceFiles#read}: a task a file, and one a piece of long ones. */
final class ReadTasks {

  /** Inputs that cannot be used and are named each by itself; more of them say nothing new. */
  private static final int MOST_REFUSED = 256;

  /** Files that wait to be read. */
  private static final int FILES_AT_ONCE = 256;

  /** Source of what is said of inputs that are not named. */
  private static final String MORE = "(more inputs)";

  private final ReadOptions options;
  private final PieceSinks sinks;
  private final ExecutorService pool;
  private final ConcurrentLinkedQueue<Future<?>> open = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<PieceReader> readers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger unusable = new AtomicInteger();
  private final NavigableMap<String, Loss> refused = new TreeMap<>();
  private final Semaphore room = new Semaphore(FILES_AT_ONCE);

  ReadTasks(ReadOptions options, PieceSinks sinks) {
    this.options = options;
    this.sinks = sinks;
    this.pool = Executors.newFixedThreadPool(options.threads());
  }

  /** A file; the walk through a large directory waits here, so that few of them are remembered. */
  void file(Path file) {
    room.acquireUninterruptibly();
    while (!open.isEmpty() && open.peek().isDone()) {
      join(open.poll());
    }
    submit(
        () -> {
          try {
            readFile(file);
          } finally {
            room.release();
          }
        });
  }

  void stream(String name, InputStream in) {
    submit(() -> readStream(name, in, Optional.empty()));
  }

  void range(StoredSource source, long from, long to) {
    submit(() -> readRange(source, from, to));
  }

  /**
   * Reads the lines that begin at or after {@code from} and before {@code to}, side by side.
   *
   * @param last whether the source ends at {@code to}
   */
  void pieces(Path file, Source source, long from, long to, boolean last) {
    for (long begin = from; begin < to; begin += options.pieceBytes()) {
      long at = begin;
      long end = Math.min(to, begin + options.pieceBytes());
      submit(() -> readPiece(file, source, at, end, last && end == to));
    }
  }

  /** Waits for everything; an error in the program itself comes out here. */
  ReadOutcome await(List<String> missing) {
    try {
      for (Future<?> task = open.poll(); task != null; task = open.poll()) {
        join(task);
      }
    } finally {
      pool.shutdownNow();
    }
    sayRefused();
    return new ReadOutcome(read.get(), unusable.get(), List.copyOf(missing));
  }

  /** A fault of one task ends all: no thread may outlive who asked. */
  private void join(Future<?> task) {
    try {
      task.get();
    } catch (ExecutionException e) {
      pool.shutdownNow();
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading", e);
    }
  }

  private void submit(Runnable task) {
    open.add(pool.submit(task));
  }

  private void readFile(Path file) {
    String name = file.toString();
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      if (is.isRegularFile() && readLines(file, is.size())) {
        return;
      }
      try (InputStream in = Files.newInputStream(file)) {
        if (is.isRegularFile()) {
          readStream(name, new WholeInput(in, is.size()), Optional.of(file));
        } else {
          readStream(name, in, Optional.empty()); // a pipe that was named
        }
      }
    } catch (IOException e) {
      refuse(name, "unreadable", reason(e));
    }
  }

  /** Whether it is a plain text file; all of it is then read or under way, a long one in pieces. */
  private boolean readLines(Path file, long size) throws IOException {
    PieceReader reader = reader();
    try (FileChannel channel = FileChannel.open(file)) {
      PieceReader.ByteSource bytes =
          (into, at, max, position) -> channel.read(ByteBuffer.wrap(into, at, max), position);
      if (!TraceFormat.isLines(reader.peek(bytes))) {
        return false;
      }
      read.incrementAndGet();
      Source source = new Source(file.toString(), TraceFormat.TEXT);
      if (size > options.pieceBytes()) {
        pieces(file, source, 0, size, true);
      } else {
        TraceSink sink = sinks.open(source, 0);
        try {
          reader.readPeeked(whole(bytes, size), scanner(source, sink), size);
        } catch (IOException e) {
          sink.loss(lost(e, source, 0));
        }
        sinks.close(sink, source, 0, size, true);
      }
      return true;
    } finally {
      readers.add(reader);
    }
  }

  private PieceReader reader() {
    return Optional.ofNullable(readers.poll()).orElseGet(() -> new PieceReader(options.limits()));
  }

  /** The same bytes, at least {@code size} of them. */
  private static PieceReader.ByteSource whole(PieceReader.ByteSource bytes, long size) {
    return (into, at, max, position) -> {
      int n = bytes.read(into, at, max, position);
      if (n < 0 && position < size) {
        throw new WholeInput.ShrankException();
      }
      return n;
    };
  }

  private void readRange(StoredSource source, long from, long to) {
    boolean isWhole = from == 0 && to == source.size();
    try {
      if (!isWhole && isLines(source)) {
        read.incrementAndGet();
        readRangeOfLines(source, from, to);
      } else if (from == 0) {
        try (InputStream in = source.opener().open(0)) {
          readStream(source.name(), new WholeInput(in, source.size()), Optional.empty());
        }
      }
    } catch (IOException e) {
      refuse(source.name(), "unreadable", reason(e));
    }
  }

  private static boolean isLines(StoredSource source) throws IOException {
    try (InputStream in = source.opener().open(0)) {
      return TraceFormat.isLines(new Peek(in.readNBytes(Peek.SIZE)));
    }
  }

  private void readRangeOfLines(StoredSource stored, long from, long to) throws IOException {
    // The reader looks one byte back, for whether a line begins at from.
    long begin = Math.max(0, from - 1);
    try (InputStream in = new WholeInput(stored.opener().open(begin), to - begin)) {
      Source source = new Source(stored.name(), TraceFormat.TEXT);
      TraceSink sink = sinks.open(source, from);
      try {
        readLines(source, sink, (into, at, max, position) -> in.read(into, at, max), from, to);
      } catch (IOException e) {
        sink.loss(lost(e, source, from));
      }
      sinks.close(sink, source, from, to, to == stored.size());
    }
  }

  private void readPiece(Path file, Source source, long from, long to, boolean last) {
    TraceSink sink = sinks.open(source, from);
    try (FileChannel channel = FileChannel.open(file)) {
      PieceReader.ByteSource bytes =
          (into, at, max, position) -> channel.read(ByteBuffer.wrap(into, at, max), position);
      readLines(source, sink, whole(bytes, to), from, to);
    } catch (IOException e) {
      sink.loss(lost(e, source, from));
    }
    sinks.close(sink, source, from, to, last);
  }

  private static Loss lost(IOException e, Source source, long from) {
    return new Loss(code(e, "read-failed"), Severity.DATA_LOSS, source.name(), from, reason(e));
  }

  private void readStream(String name, InputStream raw, Optional<Path> file) {
    try (Decompression opened = Decompression.open(raw, options.limits())) {
      readContent(name, opened, opened.isCompressed() ? Optional.empty() : file);
    } catch (IOException e) {
      refuse(name, code(e, "truncated-input"), reason(e));
    }
  }

  private void readContent(String name, Decompression opened, Optional<Path> file)
      throws IOException {
    Peek peek = opened.peek();
    Optional<DocumentReader> reader = TraceFormat.document(peek);
    if (peek.isEmpty()) {
      refuse(name, "empty-input", "the input is empty");
    } else if (reader.isPresent()) {
      if (peek.hasMark()) {
        opened.stream().skipNBytes(3);
      }
      readDocument(name, opened.stream(), reader.get(), file);
    } else if (Utf16.isHere(peek)) {
      readText(name, Utf16.utf8(opened.stream()));
    } else if (peek.isBinary()) {
      refuse(name, "unknown-format", "a binary file of no known format");
    } else {
      readText(name, opened.stream());
    }
  }

  private void readDocument(
      String name, InputStream in, DocumentReader reader, Optional<Path> file) {
    read.incrementAndGet();
    Source source = new Source(name, reader.kind());
    TraceSink sink = sinks.open(source, 0);
    try {
      reader.read(new DocumentInput(source, in, file), sink);
    } catch (IOException e) {
      sink.loss(new Loss(code(e, "truncated-input"), Severity.DATA_LOSS, name, -1, reason(e)));
    }
    sinks.close(sink, source, 0, Long.MAX_VALUE, true);
  }

  private void readText(String name, InputStream in) {
    read.incrementAndGet();
    Source source = new Source(name, TraceFormat.TEXT);
    TraceSink sink = sinks.open(source, 0);
    try {
      readLines(
          source, sink, (into, at, max, position) -> in.read(into, at, max), 0, Long.MAX_VALUE);
    } catch (IOException e) {
      sink.loss(new Loss(code(e, "truncated-input"), Severity.DATA_LOSS, name, -1, reason(e)));
    }
    sinks.close(sink, source, 0, Long.MAX_VALUE, true);
  }

  private void readLines(
      Source source, TraceSink sink, PieceReader.ByteSource bytes, long from, long to)
      throws IOException {
    PieceReader reader = reader();
    try {
      reader.read(bytes, scanner(source, sink), from, to);
    } finally {
      readers.add(reader);
    }
  }

  private LineScanner scanner(Source source, TraceSink sink) {
    LineContext context = new LineContext(source, sink);
    return new LineScanner(
        TraceFormat.splitter(), TraceFormat.grammars(), context, options.limits());
  }

  private void refuse(String name, String code, String detail) {
    refuse(new Loss(code, Severity.ERROR, name, -1, detail));
  }

  /** Says in the end of a source that was never opened what is wrong with it. */
  void refuse(Loss loss) {
    unusable.incrementAndGet();
    synchronized (refused) {
      refused.put(loss.source(), loss);
      if (refused.size() > MOST_REFUSED) {
        refused.pollLastEntry();
      }
    }
  }

  /** The first by name, so that it does not depend on who came first. */
  private void sayRefused() {
    refused.values().forEach(loss -> TraceFiles.refuse(sinks, loss));
    int more = unusable.get() - refused.size();
    if (more > 0) {
      String detail =
          more + " more inputs cannot be used; the first " + MOST_REFUSED + " are named";
      TraceFiles.refuse(sinks, new Loss("unusable-inputs", Severity.ERROR, MORE, -1, detail));
    }
  }

  private static String code(IOException e, String usual) {
    if (e instanceof WholeInput.ShrankException) {
      return "input-shrank";
    }
    return e instanceof Decompression.BombException ? "compression-bomb" : usual;
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "it vanished while the inputs were read";
    }
    String message =
        e instanceof FileSystemException f && f.getReason() != null
            ? f.getReason()
            : e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
