package dev.ringside.trace;

import java.io.IOException;
import java.io.InputStream;

/**
 * A source that is no file of this machine, such as an object of a store, and can be opened at any
 * byte. Several machines may each read a range of it.
 *
 * <p>An {@link IOException} of its streams becomes a loss, as with files. Where reading may be
 * tried again, let them throw an unchecked exception: that ends {@link
 * TraceFiles#read(StoredSource, long, long, PieceSinks)}.
 *
 * @param name as it shall stand in summaries and reports
 * @param size in bytes, compressed where it is
 */
public record StoredSource(String name, long size, Opener opener) {

  /** Opens the source. */
  @FunctionalInterface
  public interface Opener {
    /** The bytes from {@code at} on; the reader closes it. */
    InputStream open(long at) throws IOException;
  }

  public StoredSource {
    if (size < 0) {
      throw new IllegalArgumentException(name + ": a size of " + size + " bytes");
    }
  }
}
