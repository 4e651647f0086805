package dev.ringside.trace.record;

/**
 * A line of an {@code ncclras} report on ranks that have launched different numbers of an
 * operation.
 *
 * @param part which line
 * @param operation name of the operation, in a HEAD; else empty
 * @param number of the operation reached, in a COUNT; the rank, in a NAMED; else -1
 * @param ranks how many ranks have reached it, in a COUNT; else -1
 */
public record RasMismatch(Part part, String operation, long number, int ranks)
    implements TraceRecord {

  /** The lines of such a report, in their order. */
  public enum Part {
    /** Names the operation. */
    HEAD,
    /** So many ranks have reached such a number. */
    COUNT,
    /** One rank of the minority, which may be ahead or behind. */
    NAMED
  }
}
