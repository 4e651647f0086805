package dev.ringside.trace.profiler;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds calls that the example profiler did not keep, by NCCL's own count of them: only the last
 * events survive in its pools, which hold 8 to 256 unless they are set larger.
 */
final class SequenceGaps {
  private final String source;
  private final TraceSink sink;
  private final Map<Series, Long> next = new HashMap<>();

  /** NCCL counts the calls of one operation on one communicator, from 0. */
  private record Series(int site, long comm, Object operation) {}

  SequenceGaps(String source, TraceSink sink) {
    this.source = source;
    this.sink = sink;
  }

  /**
   * The next record of a series.
   *
   * @param number its place in the series; below 0 where the record has none
   */
  void take(int site, long comm, Object operation, long number, long offset) {
    if (number < 0) {
      return;
    }
    Long expected = next.put(new Series(site, comm, operation), number + 1);
    long missing = number - (expected == null ? 0 : expected);
    if (missing > 0) {
      String detail = missing + " calls before number " + number + " are not in the file";
      sink.loss(new Loss("records-dropped", Severity.DATA_LOSS, source, offset, detail));
    }
  }
}
