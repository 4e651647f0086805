package dev.ringside.trace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input that must give at least the bytes that it had when it was opened. */
final class WholeInput extends FilterInputStream {

  /** Log rotation cuts files under those who read them; their end is not what was written. */
  static final class ShrankException extends IOException {
    private static final long serialVersionUID = 1L;

    ShrankException() {
      super("the file became shorter while it was read: its end is missing");
    }
  }

  private long left;

  WholeInput(InputStream in, long size) {
    super(in);
    this.left = size;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    count(b < 0 ? -1 : 1);
    return b;
  }

  @Override
  public int read(byte[] into, int at, int max) throws IOException {
    int n = in.read(into, at, max);
    count(n);
    return n;
  }

  private void count(int n) throws ShrankException {
    if (n >= 0) {
      left -= n;
    } else if (left > 0) {
      throw new ShrankException();
    }
  }
}
