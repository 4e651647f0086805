package dev.ringside.trace.record;

/**
 * Receives what a reader finds, in file order. Frequent things come as calls with primitive
 * arguments and allocate nothing; rare things come as a {@link TraceRecord}.
 *
 * <p>A sink serves one thread and one piece of one source: a reader that cuts a file into chunks
 * asks for one sink a chunk. {@code site} is a small number that the reader has announced with
 * {@link #site} before its first use in this piece; offsets are bytes from the start of the
 * decompressed source.
 */
public interface TraceSink {

  /** Introduces the number {@code site}, counted up from 0. */
  default void site(int site, CallSite where) {}

  /**
   * One collective of one rank, as announced before it runs; message size is {@code count} × the
   * size of {@code type}.
   *
   * @param comm communicator pointer, or the hash of formats that have no pointer
   * @param nRanks size of the communicator; -1 where the format does not say
   * @param root root rank, peer of Send and Recv, else 0
   * @param stream CUDA stream pointer; 0 for {@code (nil)}, -1 where the format does not say
   */
  default void collective(
      int site,
      long comm,
      Collective op,
      DataType type,
      RedOp redOp,
      long count,
      int root,
      int nRanks,
      long stream,
      long offset) {}

  /**
   * One tuning line.
   *
   * @param choice the same object where a writer repeats its last choice
   */
  default void choice(int site, TuningChoice choice, long offset) {}

  /**
   * One run of a communication kernel. It is no call of its own: what the program asked for comes
   * through {@link #collective}, where the format knows it.
   *
   * @param kernel the same object for equal launch shapes of a piece
   * @param bytes message size of the call that it serves; -1 unknown, as in every graph replay
   * @param nRanks size of the communicator; -1 unknown
   * @param replayed whether a CUDA graph launched it
   * @param us duration in microseconds, waiting for peers included; NaN unknown
   */
  default void kernel(
      int site, Kernel kernel, long bytes, int nRanks, boolean replayed, double us, long offset) {}

  /** Anything that is rare; kept in order with the calls around it. */
  default void record(TraceRecord record, long offset) {}

  /** Never an exception for bad input. */
  default void loss(Loss loss) {}
}
