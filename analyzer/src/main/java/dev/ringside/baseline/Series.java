package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs of one test in one shape, joined: what repeats of the same measurement say together.
 *
 * @param runs files and jobs it comes from
 * @param sizes one median a run, by bytes
 */
public record Series(
    String test,
    int nRanks,
    int nNodes,
    String launch,
    String choice,
    List<Measurement> runs,
    NavigableMap<Long, List<Sample>> sizes) {

  /**
   * Single runs differed by about this part where nothing had changed (repeated runs of a published
   * host; practice reports agree).
   */
  public static final double SINGLE_RUN_PART = 0.10;

  /** What rounding in the text of a table may make of a time. */
  private static final double ROUNDING_PART = 0.001;

  /** From here on a message counts as large: practice judges links at 64 MiB to 8 GiB. */
  public static final long LARGE_BYTES = 64L << 20;

  /** Runs that belong together, in order of appearance. */
  static List<Series> of(Collection<Measurement> measurements) {
    List<List<Measurement>> groups = new ArrayList<>();
    for (Measurement m : measurements) {
      if (!m.isUsable()) {
        continue;
      }
      Optional<List<Measurement>> group =
          groups.stream().filter(g -> isSame(g.get(0), m)).findFirst();
      if (group.isEmpty()) {
        groups.add(new ArrayList<>(List.of(m)));
      } else if (group.get().stream().noneMatch(g -> isOneRun(g, m))) {
        group.get().add(m);
      }
    }
    return groups.stream().map(Series::joined).toList();
  }

  /** Text and JSON of one run must not pass for a repeat: no other run agrees at every size. */
  private static boolean isOneRun(Measurement a, Measurement b) {
    return a.sizes().keySet().equals(b.sizes().keySet())
        && a.sizes().keySet().stream()
            .allMatch(
                bytes -> {
                  double us = median(a.sizes().get(bytes)).us();
                  return Math.abs(median(b.sizes().get(bytes)).us() - us) <= ROUNDING_PART * us;
                });
  }

  private static boolean isSame(Measurement a, Measurement b) {
    return a.test().equals(b.test())
        && a.nRanks() == b.nRanks()
        && a.nNodes() == b.nNodes()
        && a.launch().equals(b.launch())
        && a.choice().equals(b.choice());
  }

  private static Series joined(List<Measurement> runs) {
    TreeMap<Long, List<Sample>> sizes = new TreeMap<>();
    for (Measurement run : runs) {
      run.sizes()
          .forEach(
              (bytes, samples) ->
                  sizes.computeIfAbsent(bytes, b -> new ArrayList<>()).add(median(samples)));
    }
    Measurement first = runs.get(0);
    return new Series(
        first.test(),
        first.nRanks(),
        first.nNodes(),
        first.launch(),
        first.choice(),
        List.copyOf(runs),
        Collections.unmodifiableNavigableMap(sizes));
  }

  private static Sample median(List<Sample> samples) {
    return new Sample(
        Spread.median(samples.stream().mapToDouble(Sample::us).toArray()),
        Spread.median(samples.stream().mapToDouble(Sample::busBwGBs).toArray()));
  }

  /** Microseconds at a measured size: median, least and most of the runs. */
  public Interval us(long bytes) {
    return Spread.of(sizes.get(bytes).stream().mapToDouble(Sample::us).toArray());
  }

  /** Bus bandwidth in GB/s at a measured size: median of the runs; NaN unknown. */
  public double busBw(long bytes) {
    return Spread.median(sizes.get(bytes).stream().mapToDouble(Sample::busBwGBs).toArray());
  }

  /** Whether a difference at this size may be nothing but another run. */
  public boolean isSingleRun(long bytes) {
    return sizes.get(bytes).size() < 2;
  }

  /** Large size with the best bus bandwidth; -1 where no large size was measured. */
  public long bestLargeSize() {
    long best = -1;
    for (long bytes : sizes.tailMap(LARGE_BYTES, true).keySet()) {
      if (best < 0 || busBw(bytes) > busBw(best)) {
        best = bytes;
      }
    }
    return best;
  }

  /** Words for a person: {@code all_reduce, 256 ranks on 32 nodes}. */
  public String title() {
    String ranks = nRanks < 0 ? "ranks unknown" : nRanks + " ranks";
    String nodes = nNodes < 0 ? "" : " on " + nNodes + (nNodes == 1 ? " node" : " nodes");
    return (test.isEmpty() ? "unnamed test" : test)
        + ", "
        + ranks
        + nodes
        + (launch.equals("graph") ? ", CUDA graphs" : "")
        + (choice.isEmpty() ? "" : ", " + choice);
  }
}
