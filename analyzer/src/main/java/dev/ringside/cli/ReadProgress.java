package dev.ringside.cli;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * Shows on standard error how far reading has come: bytes, rate and time left. Only where that is a
 * terminal and there is enough to read that somebody would wonder.
 */
final class ReadProgress implements PieceSinks, AutoCloseable {
  private static final long WORTH_SHOWING = 256L << 20;
  private static final long MIB = 1L << 20;

  private final PieceSinks sinks;
  private final Optional<ProgressBar> bar;

  private ReadProgress(PieceSinks sinks, Optional<ProgressBar> bar) {
    this.sinks = sinks;
    this.bar = bar;
  }

  static ReadProgress over(
      List<Path> inputs, Terminal terminal, boolean isQuiet, PieceSinks sinks) {
    if (isQuiet || !terminal.isErrTerminal()) {
      return new ReadProgress(sinks, Optional.empty());
    }
    long bytes = inputs.stream().mapToLong(ReadProgress::bytes).sum();
    return new ReadProgress(
        sinks, bytes < WORTH_SHOWING ? Optional.empty() : Optional.of(bar(bytes, terminal)));
  }

  // The library is loaded only here: it costs a start more than reading a sample does.
  private static ProgressBar bar(long bytes, Terminal terminal) {
    return new ProgressBarBuilder()
        .setTaskName("reading")
        .setInitialMax(bytes)
        .setUnit(" MiB", MIB)
        .showSpeed()
        .setMaxRenderedLength(terminal.width())
        .build();
  }

  private static long bytes(Path input) {
    try (Stream<Path> files = Files.walk(input)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // whoever reads it says why it cannot be read
    }
  }

  @Override
  public TraceSink open(Source source, long from) {
    return sinks.open(source, from);
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    sinks.close(sink, source, from, to, last);
    bar.ifPresent(b -> b.stepBy(to - from));
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
