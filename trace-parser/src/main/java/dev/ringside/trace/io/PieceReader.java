package dev.ringside.trace.io;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads pieces of text sources, one after the other, through one buffer and hands their whole lines
 * to {@link LineScanner}s. A line belongs to the piece in which it begins.
 */
public final class PieceReader {

  /** Where the bytes come from. */
  public interface ByteSource {
    /** As {@code InputStream.read}; {@code position} is where in the source to read. */
    int read(byte[] into, int at, int max, long position) throws IOException;
  }

  /** Reads of 256 KiB to 4 MiB measure the same; below that system calls show. */
  private static final int CHUNK = 1 << 20;

  /** Short files need no more, and it stays in the processor's cache from one to the next. */
  private static final int SMALLEST = 128 * 1024;

  private final int most;
  private byte[] buffer = new byte[SMALLEST + Bytes.SLACK];
  private LineScanner scanner;

  /** Offset of {@code buffer[0]}, where a line begins, or goes on that is being skipped. */
  private long base;

  private int filled;
  private boolean skipping;
  private boolean wasFilled;

  /** Bytes that {@link #peek} left in the buffer. */
  private int peeked;

  public PieceReader(Limits limits) {
    this.most = Math.max(CHUNK, limits.lineBytes() + 1);
  }

  /**
   * The begin of a source, to look at before the next call; {@link #readPeeked} goes on from it.
   */
  public Peek peek(ByteSource source) throws IOException {
    peeked = 0;
    int n = 0;
    while (n >= 0 && peeked < Peek.SIZE) {
      peeked += n;
      n = source.read(buffer, peeked, SMALLEST - peeked, peeked);
    }
    return new Peek(buffer, Math.min(peeked, Peek.SIZE));
  }

  /** Reads the lines of a source that was peeked at, those that begin before {@code to}. */
  public void readPeeked(ByteSource source, LineScanner lines, long to) throws IOException {
    read(source, lines, 0, to, peeked);
  }

  /** Reads the lines that begin at or after {@code from} and before {@code to}. */
  public void read(ByteSource source, LineScanner lines, long from, long to) throws IOException {
    read(source, lines, from, to, 0);
  }

  private void read(ByteSource source, LineScanner lines, long from, long to, int begun)
      throws IOException {
    scanner = lines;
    // One byte earlier: only a line end there says that a line begins at from.
    base = Math.max(0, from - 1);
    filled = 0;
    wasFilled = false;
    skipping = from > 0;
    int there = begun;
    try {
      while (base < to) {
        int searched = filled;
        int room = room();
        int n = there > 0 ? there : source.read(buffer, filled, room, base + filled);
        there = 0;
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
