package dev.ringside.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A store that gave no answer, or half of one. It is no property of the log, so it must not become
 * a loss in a summary: the task fails, and Spark tries it again elsewhere.
 */
final class StoreFailure extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  StoreFailure(String path, IOException cause) {
    super(path + ": " + cause.getMessage(), cause);
  }
}
