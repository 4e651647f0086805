package dev.ringside.trace.io;

import dev.ringside.trace.record.TraceSink;
import java.io.IOException;

/**
 * Reads one format that is not made of lines: a JSON document, a pickle, a database. Stateless: one
 * instance reads many documents, on several threads at once.
 */
public interface DocumentReader {

  /** The word for such a file in {@code ringside inspect}, such as {@code kineto-trace}. */
  String kind();

  /** Whether a source that begins so is of this format. Called with content only, never a name. */
  boolean detects(Peek peek);

  /**
   * Reads to the end. Damage becomes a loss in the sink; what was read before and behind it counts.
   *
   * @throws IOException where the source itself cannot be read on
   */
  void read(DocumentInput in, TraceSink sink) throws IOException;
}
