package dev.ringside.trace.record;

/**
 * One row of an nccl-tests or rccl-tests table. Times in microseconds, bandwidths in GB/s (10⁹);
 * NaN where the table has none.
 *
 * @param size bytes as the table's first column gives them
 * @param outOfPlaceWrong number of wrong values; -1 where not checked
 */
public record BenchmarkRow(
    String test,
    long size,
    long count,
    String type,
    String redOp,
    int root,
    double outOfPlaceUs,
    double outOfPlaceAlgBw,
    double outOfPlaceBusBw,
    long outOfPlaceWrong,
    double inPlaceUs,
    double inPlaceAlgBw,
    double inPlaceBusBw,
    long inPlaceWrong)
    implements TraceRecord {}
