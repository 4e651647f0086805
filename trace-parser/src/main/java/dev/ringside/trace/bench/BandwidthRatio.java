package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.List;
import java.util.OptionalInt;

/**
 * The number of ranks behind two bandwidth columns: nccl-tests prints busbw = algbw × 2(n-1)/n for
 * AllReduce and × (n-1)/n for AllGather, ReduceScatter and AlltoAll (doc/PERFORMANCE.md).
 */
final class BandwidthRatio {
  /** Half of the last digit printed. */
  private static final double ROUNDING = 0.005;

  private BandwidthRatio() {}

  static OptionalInt nRanks(String test, List<BenchmarkRow> rows) {
    double top =
        switch (test) {
          case "all_reduce" -> 2;
          case "all_gather", "reduce_scatter", "alltoall" -> 1;
          default -> Double.NaN;
        };
    double least = 1;
    double most = Double.POSITIVE_INFINITY;
    for (BenchmarkRow row : rows) {
      for (double[] half :
          List.of(
              new double[] {row.outOfPlaceAlgBw(), row.outOfPlaceBusBw()},
              new double[] {row.inPlaceAlgBw(), row.inPlaceBusBw()})) {
        if (half[0] > 0 && half[1] > 0) {
          least = Math.max(least, ranks(top, (half[1] - ROUNDING) / (half[0] + ROUNDING)));
          most = Math.min(most, ranks(top, (half[1] + ROUNDING) / (half[0] - ROUNDING)));
        }
      }
    }
    long first = (long) Math.ceil(least);
    boolean one = Double.isFinite(most) && first == (long) Math.floor(most);
    return one ? OptionalInt.of((int) first) : OptionalInt.empty();
  }

  /** From {@code ratio = top × (n-1)/n}. */
  private static double ranks(double top, double ratio) {
    return ratio < top && ratio > 0 ? top / (top - ratio) : Double.POSITIVE_INFINITY;
  }
}
