package dev.ringside.trace.io;

/**
 * Bounds that keep a hostile or broken input from taking the machine with it.
 *
 * @param lineBytes longest line that is read; longer ones are skipped and reported
 * @param ratio most bytes that one compressed byte may become, once {@link #RATIO_FROM} bytes came
 *     out
 * @param nesting most compressions around one another
 */
public record Limits(int lineBytes, long ratio, int nesting) {

  /**
   * Decompressed bytes up to which any ratio is fine. Repetitive logs shrink 100 to 300 times; gzip
   * cannot pass 1032, so its default limit must lie below that to stop anything.
   */
  public static final long RATIO_FROM = 64L << 20;

  /** 1 MiB a line, ratio 1000, two compressions. */
  public static final Limits DEFAULT = new Limits(1 << 20, 1000, 2);

  public Limits {
    if (lineBytes < 1024 || ratio < 1 || nesting < 0) {
      throw new IllegalArgumentException(
          "limits: lines need at least 1024 bytes, ratio at least 1, nesting at least 0");
    }
  }
}
