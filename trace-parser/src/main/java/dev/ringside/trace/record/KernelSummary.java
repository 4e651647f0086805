package dev.ringside.trace.record;

/**
 * One row of a profiler's kernel table. Times in microseconds, NaN where the table has none; the
 * table has no message sizes.
 *
 * @param tool {@code nsys} or {@code torch}
 * @param name as printed, which some tools cut with {@code ...}
 */
public record KernelSummary(
    String tool,
    String name,
    long instances,
    double totalUs,
    double meanUs,
    double medianUs,
    double minUs,
    double maxUs)
    implements TraceRecord {}
