package dev.ringside.trace.io;

import com.github.luben.zstd.ZstdInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/** Opens what .gz, .zst and .xz hold, by content; refuses bombs. */
public final class Decompression implements Closeable {

  /** A compressed source that grows past what a log can: most likely made to exhaust the reader. */
  public static final class BombException extends IOException {
    BombException(String message) {
      super(message);
    }
  }

  /** An xz stream may ask for any amount of memory; every preset of {@code xz} needs less. */
  private static final int XZ_MEMORY_KIB = 100 * 1024;

  private final PeekedStream stream;
  private final Peek peek;
  private final int depth;

  private Decompression(PeekedStream stream, Peek peek, int depth) {
    this.stream = stream;
    this.peek = peek;
    this.depth = depth;
  }

  /**
   * Peels off compressions until something else comes to light.
   *
   * @throws BombException where there are more of them than {@code limits} allow; reading may throw
   *     it too
   */
  public static Decompression open(InputStream raw, Limits limits) throws IOException {
    PeekedStream source = new PeekedStream(raw);
    PeekedStream stream = source;
    Peek peek = stream.peek();
    int depth = 0;
    for (InputStream inner = unwrap(stream, peek); inner != null; inner = unwrap(stream, peek)) {
      depth++;
      if (depth > limits.nesting()) {
        throw new BombException(
            "more than " + limits.nesting() + " compressions around one another");
      }
      stream = new PeekedStream(new Metered(inner, source, limits));
      peek = stream.peek();
    }
    return new Decompression(stream, peek, depth);
  }

  /** The content from its first byte. */
  public InputStream stream() {
    return stream;
  }

  public Peek peek() {
    return peek;
  }

  public boolean isCompressed() {
    return depth > 0;
  }

  /** Gives native memory back; a source that was not compressed stays open. */
  @Override
  public void close() throws IOException {
    if (isCompressed()) {
      stream.close();
    }
  }

  private static InputStream unwrap(PeekedStream in, Peek peek) throws IOException {
    if (peek.isGzip()) {
      return new GZIPInputStream(in, 64 * 1024);
    }
    if (peek.isZstd()) {
      return new ZstdInputStream(in);
    }
    if (peek.isXz()) {
      return new XZInputStream(in, XZ_MEMORY_KIB);
    }
    return null;
  }

  /** Counts what comes out against what went in. */
  private static final class Metered extends InputStream {
    private final InputStream in;
    private final PeekedStream source;
    private final Limits limits;
    private long out;

    Metered(InputStream in, PeekedStream source, Limits limits) {
      this.in = in;
      this.source = source;
      this.limits = limits;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int max) throws IOException {
      int n = in.read(into, at, max);
      out += Math.max(0, n);
      if (out > Limits.RATIO_FROM && out / limits.ratio() > source.taken()) {
        throw new BombException(
            "it unpacks to more than " + limits.ratio() + " times its size: refused as a bomb");
      }
      return n;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
