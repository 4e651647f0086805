package dev.ringside.trace.io;

/**
 * The grammar whose records may stand anywhere in a line, between those of other writers, and that
 * makes up the bulk of long logs. All other grammars see what it leaves.
 */
public interface RecordSplitter {

  /** Receives the parts of a line that are no records. */
  interface Rest {
    void offer(byte[] text, int from, int to);
  }

  /**
   * Takes lines of the usual shape, as many as stand in a row from {@code from}. Pure speed: what
   * it does not take is read by {@link #split} with the same result.
   *
   * @param offset where {@code a[0]} lies in the source
   * @return begin of the first line that it did not take, or {@code to}
   */
  int takeUsual(byte[] a, int from, int to, long offset, LineContext line);

  /**
   * Takes every record of one line, which stands between {@code from} and {@code to} without line
   * end and colours; hands the rest of the line on.
   *
   * @param lineFrom where the line begins, the foreign prefix included
   * @param from where its own text begins
   * @return whether there was any record
   */
  boolean split(byte[] a, int lineFrom, int from, int to, LineContext line, Rest rest);

  /** The piece ends: what was held back for a following line is said now. */
  void end(LineContext line);
}
