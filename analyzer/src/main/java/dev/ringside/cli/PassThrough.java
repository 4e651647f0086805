package dev.ringside.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands a stream of a running command on, byte by byte as it comes, and keeps a copy up to a limit.
 * It reads to the end whatever happens to its outputs: a command whose output nobody reads would
 * stop.
 */
final class PassThrough implements Runnable {
  private static final int BUFFER = 1 << 16;

  private final InputStream from;
  private final OutputStream to;
  private final Path copy;
  private final long limit;
  private boolean isToOpen = true;
  private final AtomicLong bytes = new AtomicLong();
  private volatile String problem = "";

  PassThrough(InputStream from, OutputStream to, Path copy, long limit) {
    this.from = from;
    this.to = to;
    this.copy = copy;
    this.limit = limit;
  }

  @Override
  public void run() {
    byte[] buffer = new byte[BUFFER];
    int n = read(buffer);
    if (n < 0) {
      return; // an empty copy would only be one more file to explain
    }
    try (OutputStream kept = open()) {
      for (; n >= 0; n = read(buffer)) {
        handOn(buffer, n);
        keep(kept, buffer, n);
        bytes.addAndGet(n);
      }
    } catch (IOException e) {
      problem = copy + ": " + e.getMessage();
    }
  }

  private OutputStream open() {
    try {
      return Files.newOutputStream(copy);
    } catch (IOException e) {
      problem = copy + ": cannot be written: " + e.getMessage();
      return OutputStream.nullOutputStream();
    }
  }

  private int read(byte[] buffer) {
    try {
      return from.read(buffer);
    } catch (IOException e) {
      return -1; // the command closed its end, or is gone
    }
  }

  private void handOn(byte[] buffer, int n) {
    if (!isToOpen) {
      return;
    }
    try {
      to.write(buffer, 0, n);
      to.flush();
    } catch (IOException e) {
      isToOpen = false; // whoever read our output has gone; the command goes on
    }
  }

  private void keep(OutputStream kept, byte[] buffer, int n) {
    long room = limit - bytes.get();
    if (room <= 0 || !problem.isEmpty()) {
      return;
    }
    try {
      kept.write(buffer, 0, (int) Math.min(n, room));
    } catch (IOException e) {
      problem = copy + ": the copy ends early: " + e.getMessage();
    }
  }

  /** Whether output went past the limit, so that the copy lacks its end. */
  boolean isCut() {
    return bytes.get() > limit;
  }

  /** What went wrong with the copy; empty for nothing. */
  String problem() {
    return problem;
  }
}
