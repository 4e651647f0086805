package dev.ringside.trace.io;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads one piece of a text source through one reused buffer and hands its whole lines to a {@link
 * LineScanner}. A line belongs to the piece in which it begins.
 */
public final class PieceReader {

  /** Where the bytes come from. */
  public interface ByteSource {
    /** As {@code InputStream.read}; {@code position} is where in the source to read. */
    int read(byte[] into, int at, int max, long position) throws IOException;
  }

  /** Reads of 256 KiB to 4 MiB measure the same; below that system calls show. */
  private static final int CHUNK = 1 << 20;

  /** Ten thousand files of 100 KB must not each pay for a whole chunk. */
  private static final int SMALLEST = 16 * 1024;

  private final int most;
  private byte[] buffer;
  private final LineScanner scanner;

  /** Offset of {@code buffer[0]}, where a line begins, or goes on that is being skipped. */
  private long base;

  private int filled;
  private boolean skipping;
  private boolean wasFilled;

  public PieceReader(Limits limits, LineScanner scanner) {
    this.most = Math.max(CHUNK, limits.lineBytes() + 1);
    this.buffer = new byte[SMALLEST + Bytes.SLACK];
    this.scanner = scanner;
  }

  /** Reads the lines that begin at or after {@code from} and before {@code to}. */
  public void read(ByteSource source, long from, long to) throws IOException {
    // One byte earlier: only a line end there says that a line begins at from.
    base = Math.max(0, from - 1);
    filled = 0;
    skipping = from > 0;
    try {
      while (base < to) {
        int searched = filled;
        int room = room();
        int n = source.read(buffer, filled, room, base + filled);
        if (n < 0) {
          lastLine();
          return;
        }
        filled += n;
        wasFilled = n == room;
        if (skipping) {
          skip();
          searched = 0;
        }
        if (!skipping && base < to) {
          int end = endOfLines(searched, to);
          scanner.lines(buffer, 0, end, base);
          drop(end);
        }
      }
    } finally {
      scanner.end();
    }
  }

  /** End of the last whole line that begins before {@code to}; 0 for none. */
  private int endOfLines(int searched, long to) {
    long edge = to - 1 - base;
    if (edge < filled) {
      int end = Bytes.indexOf(buffer, (int) edge, filled, (byte) '\n');
      if (end < filled) {
        return end + 1;
      }
    }
    int end = filled;
    while (end > searched && buffer[end - 1] != '\n') {
      end--;
    }
    return end > searched ? end : 0;
  }

  private void skip() {
    int end = Bytes.indexOf(buffer, 0, filled, (byte) '\n');
    skipping = end == filled;
    drop(skipping ? filled : end + 1);
  }

  /** Free bytes in the buffer, which grows while reads fill it and gives up on lines that do. */
  private int room() {
    int capacity = buffer.length - Bytes.SLACK;
    boolean full = filled == capacity;
    if ((full && capacity < most) || (wasFilled && capacity < CHUNK)) {
      capacity = (int) Math.min(capacity * 8L, most);
      buffer = Arrays.copyOf(buffer, capacity + Bytes.SLACK);
    } else if (full) {
      scanner.tooLong(base);
      skipping = true;
      drop(filled);
    }
    return capacity - filled;
  }

  private void lastLine() {
    if (!skipping) {
      scanner.lines(buffer, 0, filled, base);
    }
  }

  private void drop(int bytes) {
    System.arraycopy(buffer, bytes, buffer, 0, filled - bytes);
    filled -= bytes;
    base += bytes;
  }
}
