package dev.ringside.trace;

import dev.ringside.trace.io.Limits;

/**
 * How {@link TraceFiles} reads.
 *
 * @param threads how many files and pieces are read at once
 * @param pieceBytes size of the pieces that a plain text file is cut into; smaller ones even out
 *     threads better, but each costs a summary and a merge
 */
public record ReadOptions(int threads, long pieceBytes, Limits limits) {

  /** Two threads, pieces of 32 MiB. */
  public static final ReadOptions DEFAULT = new ReadOptions(2, 32L << 20, Limits.DEFAULT);

  public ReadOptions {
    if (threads < 1 || pieceBytes < 1) {
      throw new IllegalArgumentException("read options: threads and piece size must be positive");
    }
  }

  public ReadOptions withThreads(int number) {
    return new ReadOptions(number, pieceBytes, limits);
  }

  public ReadOptions withPieceBytes(long bytes) {
    return new ReadOptions(threads, bytes, limits);
  }
}
