package dev.ringside.trace;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One file while it grows. Lines are read on from where the last look ended, a line without its end
 * waits; anything else is read from its start when it changed.
 */
final class FollowedFile {
  /** Of two logs of one program, so many bytes at the same place hardly ever agree. */
  private static final int MARK = 256;

  private static final int STRETCH = 64 * 1024;

  private final Path path;
  private Optional<FileStamp> seen = Optional.empty();
  private boolean isKnown;

  /** Whether the content so far is lines; {@code isSettled} that no more of it changes that. */
  private boolean isLines;

  private boolean isSettled;

  /** The next piece begins here. */
  private long read;

  /** No line ends between {@link #read} and here. */
  private long searched;

  /** What stood in front of {@link #read}: a file that was written anew has something else. */
  private byte[] mark = {};

  FollowedFile(Path path) {
    this.path = path;
  }

  /**
   * Reads what is new.
   *
   * @return whether there was anything
   */
  boolean look(ReadTasks tasks, Consumer<Forgotten> forgotten) {
    FileStamp now = FileStamp.of(path);
    FileStamp before = seen.orElse(FileStamp.NONE);
    if (seen.filter(now::equals).isPresent()) {
      return false;
    }
    seen = Optional.of(now);
    try {
      return grow(before, now, tasks, forgotten);
    } catch (IOException e) {
      // Whoever reads it whole says what is wrong with it.
      readWhole(tasks, forgotten);
      return true;
    }
  }

  private boolean grow(
      FileStamp before, FileStamp now, ReadTasks tasks, Consumer<Forgotten> forgotten)
      throws IOException {
    if (now.isEmptyFile()) {
      return forget("it was emptied", forgotten);
    }
    if (!now.isRegular()) {
      readWhole(tasks, forgotten);
      return true;
    }
    try (FileChannel channel = FileChannel.open(path)) {
      if (isLines && isOther(before, now, channel)) {
        forget("it was cut or written anew: read from its start", forgotten);
      }
      if (!isSettled) {
        settle(channel, forgotten);
      }
      if (!isLines) {
        readWhole(tasks, forgotten);
        return true;
      }
      return readOn(channel, now.size(), tasks);
    }
  }

  /** The source ends here: what has no line end is the last line. */
  void finish(ReadTasks tasks) {
    FileStamp last = seen.orElse(FileStamp.NONE);
    if (isLines && last.size() > read) {
      tasks.pieces(path, source(), read, last.size(), true);
    } else if (last.isEmptyFile()) {
      tasks.file(path);
    }
  }

  /** Gives up all that is known of the file, if anything is. */
  boolean forget(String why, Consumer<Forgotten> forgotten) {
    boolean wasKnown = isKnown;
    if (wasKnown) {
      forgotten.accept(new Forgotten(path.toString(), why));
    }
    isKnown = false;
    isLines = false;
    isSettled = false;
    read = 0;
    searched = 0;
    mark = new byte[0];
    return wasKnown;
  }

  private void readWhole(ReadTasks tasks, Consumer<Forgotten> forgotten) {
    forget("", forgotten);
    isKnown = true;
    tasks.file(path);
  }

  private boolean isOther(FileStamp before, FileStamp now, FileChannel channel) throws IOException {
    return before.isReplaced(now)
        || now.size() < read
        || !Arrays.equals(mark, bytes(channel, read - mark.length, mark.length));
  }

  /** Finds out what the file is; a short one may still become something else. */
  private void settle(FileChannel channel, Consumer<Forgotten> forgotten) throws IOException {
    byte[] begin = bytes(channel, 0, Peek.SIZE);
    boolean areLines = TraceFormat.isLines(new Peek(begin));
    if (areLines != isLines) {
      forget("", forgotten);
    }
    isLines = areLines;
    isSettled = areLines && begin.length == Peek.SIZE;
  }

  private boolean readOn(FileChannel channel, long size, ReadTasks tasks) throws IOException {
    long end = endOfLines(channel, size);
    searched = size;
    if (end <= read) {
      return false;
    }
    tasks.pieces(path, source(), read, end, false);
    isKnown = true;
    read = end;
    int length = (int) Math.min(MARK, end);
    mark = bytes(channel, end - length, length);
    return true;
  }

  /** Behind the last line end, looked for from the back and never twice at one place. */
  private long endOfLines(FileChannel channel, long size) throws IOException {
    for (long to = size; to > searched; to -= STRETCH) {
      long from = Math.max(searched, to - STRETCH);
      byte[] stretch = bytes(channel, from, (int) (to - from));
      int last = Bytes.lastIndexOf(stretch, (byte) '\n');
      if (last >= 0) {
        return from + last + 1;
      }
    }
    return read;
  }

  private Source source() {
    return new Source(path.toString(), TraceFormat.TEXT);
  }

  /** Fewer than asked for only where the file ends. */
  private static byte[] bytes(FileChannel channel, long from, int most) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(most);
    int n = 0;
    while (into.hasRemaining() && n >= 0) {
      n = channel.read(into, from + into.position());
    }
    return Arrays.copyOf(into.array(), into.position());
  }
}
