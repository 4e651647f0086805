package dev.ringside.trace.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A buffered stream whose beginning can be looked at first. {@link #available} is zero only at the
 * end: {@code GZIPInputStream} asks it whether another member follows, and a pipe's own answer is
 * about what happens to have arrived.
 */
final class PeekedStream extends InputStream {

  private final InputStream in;
  private final byte[] buffer = new byte[Peek.SIZE];
  private int from;
  private int to;
  private long taken;

  PeekedStream(InputStream in) {
    this.in = in;
  }

  /**
   * The first bytes that were not read yet; fewer than {@link Peek#SIZE} only at the end, or where
   * reading failed: what was read is still given, and who reads on meets the failure again.
   */
  Peek peek() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    try {
      fill();
    } catch (IOException e) {
      if (to == 0) {
        throw e;
      }
    }
    return new Peek(Arrays.copyOf(buffer, to));
  }

  private void fill() throws IOException {
    while (to < buffer.length) {
      int n = in.read(buffer, to, buffer.length - to);
      if (n < 0) {
        return;
      }
      to += n;
    }
  }

  /** Bytes that were read from this stream. */
  long taken() {
    return taken;
  }

  @Override
  public int read() throws IOException {
    if (available() == 0) {
      return -1;
    }
    taken++;
    return buffer[from++] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int max) throws IOException {
    if (max == 0) {
      return 0;
    }
    if (from == to && max >= buffer.length) {
      int n = in.read(into, at, max);
      taken += Math.max(0, n);
      return n;
    }
    if (available() == 0) {
      return -1;
    }
    int n = Math.min(max, to - from);
    System.arraycopy(buffer, from, into, at, n);
    from += n;
    taken += n;
    return n;
  }

  @Override
  public int available() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer, 0, buffer.length));
    }
    return to - from;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
