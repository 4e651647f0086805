package dev.ringside.trace.profiler;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.util.HashMap;
import java.util.Map;

/** Counts calls that a profiler did not write, by NCCL's own numbers of them. */
final class SequenceGaps {
  private final Map<Series, Long> next = new HashMap<>();
  private long missing;
  private long firstOffset = -1;

  /** NCCL counts the calls of one operation on one communicator, from 0. */
  private record Series(int site, long comm, Object operation) {}

  /** Says that a series is written from its first call on. */
  void begin(int site, long comm, Object operation) {
    next.putIfAbsent(new Series(site, comm, operation), 0L);
  }

  /**
   * The next record of a series.
   *
   * @param number its place; below 0 where the record has none
   */
  void take(int site, long comm, Object operation, long number, long offset) {
    if (number < 0) {
      return;
    }
    Series series = new Series(site, comm, operation);
    Long expected = next.get(series);
    next.merge(series, number + 1, Math::max);
    if (expected != null && number > expected) {
      missing += number - expected;
      firstOffset = firstOffset < 0 ? offset : firstOffset;
    }
  }

  /** Reports what is missing, at the record behind the first gap. */
  void finish(String source, Severity severity, TraceSink sink) {
    if (missing > 0) {
      String detail = missing + " calls between those it holds are not in the file";
      sink.loss(new Loss("records-dropped", severity, source, firstOffset, detail));
    }
  }
}
