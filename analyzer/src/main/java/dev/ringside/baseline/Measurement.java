package dev.ringside.baseline;

import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One run of nccl-tests or rccl-tests.
 *
 * @param source file as named on input
 * @param test such as {@code all_reduce}; empty unknown
 * @param nRanks -1 unknown
 * @param nNodes -1 unknown
 * @param gpu empty unknown
 * @param launch {@code graph}, {@code eager} or empty where the header does not say
 * @param choice forced algorithm and protocol, such as {@code Ring/LL}; empty for NCCL's own
 * @param independentJobs processes that each ran a job of their own
 * @param wrong wrong values in the data check; -1 where nothing was checked
 * @param sizes timings by bytes, at least one a size; out-of-place, in-place and cycles of one run
 *     together
 */
public record Measurement(
    String source,
    String test,
    int nRanks,
    int nNodes,
    String gpu,
    String launch,
    String choice,
    int independentJobs,
    long wrong,
    NavigableMap<Long, List<Sample>> sizes) {

  public Measurement {
    TreeMap<Long, List<Sample>> copy = new TreeMap<>();
    sizes.forEach((bytes, samples) -> copy.put(bytes, List.copyOf(samples)));
    if (copy.values().stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("a size without a timing");
    }
    sizes = Collections.unmodifiableNavigableMap(copy);
  }

  static Measurement of(String source, BenchmarkRun run, String choice) {
    String test = run.test().orElse("");
    int nRanks = run.independentJobs() > 1 ? 1 : run.nRanks().orElse(-1);
    TreeMap<Long, List<Sample>> sizes = new TreeMap<>();
    for (BenchmarkRow row : run.rows()) {
      add(sizes, row.size(), test, nRanks, row.outOfPlaceUs(), row.outOfPlaceBusBw());
      add(sizes, row.size(), test, nRanks, row.inPlaceUs(), row.inPlaceBusBw());
    }
    return new Measurement(
        source,
        test,
        nRanks,
        run.nNodes().orElse(-1),
        run.gpu().orElse(""),
        run.isGraph().map(g -> g ? "graph" : "eager").orElse(""),
        choice,
        run.independentJobs(),
        run.wrongTotal().orElse(-1),
        sizes);
  }

  private static void add(
      TreeMap<Long, List<Sample>> sizes,
      long bytes,
      String test,
      int nRanks,
      double us,
      double printed) {
    if (bytes <= 0 || !Sample.isTime(us)) {
      return;
    }
    double formula = BusBandwidth.gbs(test, nRanks, bytes, us);
    sizes
        .computeIfAbsent(bytes, b -> new ArrayList<>())
        .add(new Sample(us, Double.isNaN(formula) ? printed : formula));
  }

  /** Whether it measured communication at all. */
  public boolean isUsable() {
    return nRanks != 1 && independentJobs == 1 && !sizes.isEmpty();
  }

  /** Whether it is known to span nodes. */
  public boolean isCrossNode() {
    return nNodes > 1;
  }
}
