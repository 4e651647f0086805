package dev.ringside.baseline;

/**
 * Bus bandwidth: what a link would have to carry, whatever the number of ranks (nccl-tests
 * doc/PERFORMANCE.md). It is never simply twice the algorithm bandwidth.
 */
public final class BusBandwidth {
  private BusBandwidth() {}

  /**
   * Factor from algorithm to bus bandwidth; NaN for tests that define none here.
   *
   * @param test nccl-tests' word, such as {@code all_reduce}
   */
  public static double factor(String test, int nRanks) {
    if (nRanks < 1) {
      return Double.NaN;
    }
    double others = (nRanks - 1.0) / nRanks;
    return switch (test) {
      case "all_reduce" -> 2 * others;
      case "all_gather", "reduce_scatter", "alltoall", "gather", "scatter" -> others;
      case "broadcast", "reduce", "sendrecv" -> 1;
      default -> Double.NaN;
    };
  }

  /**
   * GB/s (10⁹) of one call; NaN where the factor is unknown.
   *
   * @param bytes as nccl-tests' size column counts
   */
  public static double gbs(String test, int nRanks, long bytes, double us) {
    return bytes / us / 1e3 * factor(test, nRanks);
  }
}
