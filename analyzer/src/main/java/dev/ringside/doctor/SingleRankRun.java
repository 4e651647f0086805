package dev.ringside.doctor;

import java.util.List;

/** A benchmark with one rank. */
final class SingleRankRun extends Rule {
  SingleRankRun() {
    super("single-rank-run", FindingSeverity.WARNING, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.benchmarks().stream()
        .filter(b -> b.nRanks() == 1)
        .map(
            b ->
                finding(
                    b.place(),
                    "The benchmark ran with one rank: nothing is communicated. Its algorithm"
                        + " bandwidth is that of a copy, bus bandwidth is 0 by definition, N/A is"
                        + " no error.",
                    "Name the GPUs: all_reduce_perf -b 8 -e 256M -f 2 -g <number of GPUs>"))
        .limit(1)
        .toList();
  }
}
