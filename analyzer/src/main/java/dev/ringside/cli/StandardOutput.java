package dev.ringside.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why it could not be written to, which {@code System.out} does not:
 * on a full disk half a report must not end as a whole one does.
 */
final class StandardOutput extends OutputStream {

  /** Something that writes to the stream below. */
  private interface Step {
    void run() throws IOException;
  }

  private final OutputStream below =
      new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
  private Optional<String> failure = Optional.empty();

  @Override
  public void write(int b) {
    attempt(() -> below.write(b));
  }

  @Override
  public void write(byte[] bytes, int at, int n) {
    attempt(() -> below.write(bytes, at, n));
  }

  @Override
  public void flush() {
    attempt(below::flush);
  }

  private synchronized void attempt(Step step) {
    if (failure.isPresent()) {
      return;
    }
    try {
      step.run();
    } catch (IOException e) {
      failure = Optional.of(Optional.ofNullable(e.getMessage()).orElse("cannot be written to"));
    }
  }

  /** Why nothing more is written; empty as long as all was. */
  synchronized Optional<String> failure() {
    return failure;
  }

  /** Whether whoever reads has gone, as {@code head} does: no fault of anybody. */
  boolean isClosed() {
    return failure().filter("Broken pipe"::equals).isPresent();
  }
}
