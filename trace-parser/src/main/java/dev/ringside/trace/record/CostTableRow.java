package dev.ringside.trace.record;

import java.util.List;

/**
 * One line of the cost table that rank 0 prints at creation.
 *
 * @param kind which line
 * @param collective of a data row; {@link Collective#UNKNOWN} for headers
 * @param cells between the bars, trimmed: names, or {@code latency/bandwidth}; the single-header
 *     layout gives {@code Tree/LL} names under {@link Kind#COMBINED}
 */
public record CostTableRow(int site, Kind kind, Collective collective, List<String> cells)
    implements TraceRecord {

  /** Which line of the table. */
  public enum Kind {
    ALGORITHMS,
    PROTOCOLS,
    COMBINED,
    MAX_THREADS,
    DATA
  }
}
