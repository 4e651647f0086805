package dev.ringside.trace;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads any number of files, directories and standard input, whatever is in them.
 *
 * <pre>{@code
 * ReadOutcome outcome = TraceFiles.read(List.of(Path.of("logs")), ReadOptions.DEFAULT, sinks);
 * }</pre>
 *
 * <p>Nothing in the inputs makes it throw: what cannot be read becomes a {@link Loss} in a sink of
 * that source. Plain text files are cut into pieces that are read side by side; everything else is
 * one piece.
 */
public final class TraceFiles {

  /** Stands for standard input. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private TraceFiles() {}

  /** Reads all inputs, standard input from {@code System.in}. */
  public static ReadOutcome read(List<Path> inputs, ReadOptions options, PieceSinks sinks) {
    return read(inputs, options, sinks, System.in);
  }

  /** As above, with another stream for {@link #STANDARD_INPUT}. */
  public static ReadOutcome read(
      List<Path> inputs, ReadOptions options, PieceSinks sinks, InputStream standardInput) {
    List<String> missing = new ArrayList<>();
    ReadTasks tasks = new ReadTasks(options, sinks);
    InputTree tree = new InputTree(inputs, tasks::file, tasks::refuse);
    for (Path input : inputs) {
      if (input.equals(STANDARD_INPUT)) {
        tasks.stream("-", standardInput);
      } else if (Files.notExists(input)) {
        missing.add(input.toString());
        refuse(sinks, missing(input.toString()));
      } else {
        tree.walk(input);
      }
    }
    return tasks.await(missing);
  }

  /**
   * Reads the bytes {@code from} to {@code to} of a source, in this thread's time: the lines that
   * begin in it. What cannot be cut at line ends, compressed text included, is read whole by the
   * range that begins at 0; its other ranges hold nothing.
   *
   * <p>The ranges of a source, cut anywhere, together say what {@link #read(List, ReadOptions,
   * PieceSinks)} says of a file of that name.
   *
   * @throws IllegalStateException where a stream of the source throws an unchecked exception
   */
  public static ReadOutcome read(StoredSource source, long from, long to, PieceSinks sinks) {
    if (from < 0 || to < from || to > source.size()) {
      throw new IllegalArgumentException(
          source.name() + ": no range from " + from + " to " + to + " of " + source.size());
    }
    ReadTasks tasks = new ReadTasks(ReadOptions.DEFAULT.withThreads(1), sinks);
    tasks.range(source, from, to);
    return tasks.await(List.of());
  }

  static Loss missing(String name) {
    return new Loss("missing-input", Severity.ERROR, name, -1, "no such file or directory");
  }

  /** Says of a source that was never opened what is wrong with it. */
  static void refuse(PieceSinks sinks, Loss loss) {
    Source source = Source.unreadable(loss.source());
    TraceSink sink = sinks.open(source, 0);
    sink.loss(loss);
    sinks.close(sink, source, 0, 0, true);
  }
}
