package dev.ringside.fleet;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files whose first streams break in the middle, as those of a store far away may. */
public final class FlakyFileSystem extends RawLocalFileSystem {
  static final AtomicInteger STREAMS_TO_BREAK = new AtomicInteger();
  private static final int GOOD_BYTES = 30_000;

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream in = super.open(path, bufferSize);
    return STREAMS_TO_BREAK.getAndDecrement() > 0 ? new FSDataInputStream(new Breaking(in)) : in;
  }

  private static final class Breaking extends FSInputStream {
    private final FSDataInputStream in;
    private int left = GOOD_BYTES;

    Breaking(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int max) throws IOException {
      if (left <= 0) {
        throw new IOException("connection reset by the store");
      }
      int n = in.read(into, at, Math.min(max, left));
      left -= Math.max(0, n);
      return n;
    }

    @Override
    public void seek(long to) throws IOException {
      in.seek(to);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
