package dev.ringside.trace.io;

/**
 * Takes lines of one format out of a text that may hold many. One grammar serves one piece of one
 * source, so it may keep small state; but a source may be cut at any newline, and its pieces must
 * say the same as the whole: what needs several lines is pushed line by line and assembled by
 * whoever holds the whole.
 *
 * <p>Grammars are asked in the order of registration, each until one takes the text. Text never
 * contains a line end, a carriage return or colour bytes, and begins behind the {@link
 * ForeignPrefix}.
 */
public interface LineGrammar {

  /**
   * Whether the text from {@code from} to {@code to} is of this format; then it has been pushed
   * into {@code line.sink()}. The array is valid during the call only and has {@link Bytes#SLACK}
   * bytes behind {@code to}. Text that it cannot use at all is refused with {@code false} and costs
   * a few comparisons; text that is of this format but damaged is taken and reported as a loss.
   */
  boolean accept(byte[] text, int from, int to, LineContext line);
}
