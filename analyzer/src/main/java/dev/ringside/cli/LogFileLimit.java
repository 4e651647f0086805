package dev.ringside.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps NCCL's own log files under a limit while NCCL writes them. NCCL opens a file once, for
 * writing and not for appending (src/debug.cc), and knows nothing of what happens to it: what is
 * behind the limit is taken away again and again, its writes never fail, and they fill no disk.
 */
final class LogFileLimit implements Runnable {
  private static final long EVERY_MS = 1000;
  private static final int TAIL = 1 << 16;

  private final Path folder;
  private final long limit;
  private final Set<Path> cut = new TreeSet<>();

  LogFileLimit(Path folder, long limit) {
    this.folder = folder;
    this.limit = limit;
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(EVERY_MS);
        check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the command has ended
    }
  }

  /** Cuts what has grown too long. */
  synchronized void check() {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "nccl.*.log")) {
      for (Path log : logs) {
        if (Files.size(log) > limit) {
          truncate(log, limit);
          cut.add(log);
        }
      }
    } catch (IOException e) {
      return; // a disk that cannot be read is the server's trouble already, not ours to add to
    }
  }

  /** Files that lack their end; each now ends with a whole line. */
  synchronized Set<Path> finish() {
    check();
    cut.forEach(LogFileLimit::endWithLine);
    return cut;
  }

  private static void endWithLine(Path log) {
    try {
      truncate(log, endOfLastLine(log));
    } catch (IOException e) {
      return; // a line cut in two is read as such
    }
  }

  private static void truncate(Path log, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private static long endOfLastLine(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      long size = channel.size();
      long from = Math.max(0, size - TAIL);
      ByteBuffer tail = ByteBuffer.allocate((int) (size - from));
      channel.read(tail, from);
      for (int i = tail.position() - 1; i >= 0; i--) {
        if (tail.get(i) == '\n') {
          return from + i + 1;
        }
      }
      return size;
    }
  }
}
