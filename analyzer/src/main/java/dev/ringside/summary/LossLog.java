package dev.ringside.summary;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * What could not be used: all of it counted, the first of it with its place.
 *
 * @param first in order of offset
 * @param counts in order of name
 */
public record LossLog(List<Loss> first, List<LossCount> counts) {

  public static final LossLog EMPTY = new LossLog(List.of(), List.of());

  private static final Comparator<Loss> ORDER =
      Comparator.comparingLong(Loss::offset)
          .thenComparing(Loss::name)
          .thenComparing(Loss::severity)
          .thenComparing(Loss::source)
          .thenComparing(Loss::detail);

  /** Losses of one kind. */
  public record LossCount(String name, Severity severity, long count) {
    private String key() {
      return name + ' ' + severity;
    }

    private LossCount plus(LossCount other) {
      return new LossCount(name, severity, count + other.count);
    }
  }

  public LossLog {
    first = List.copyOf(first);
    counts = List.copyOf(counts);
  }

  static LossLog of(Loss loss) {
    return new LossLog(List.of(loss), List.of(new LossCount(loss.name(), loss.severity(), 1)));
  }

  LossLog plus(LossLog other) {
    TreeSet<Loss> all = new TreeSet<>(ORDER);
    all.addAll(first);
    all.addAll(other.first);
    List<Loss> sorted = new ArrayList<>(all);
    return new LossLog(
        sorted.subList(0, Math.min(sorted.size(), SummaryLimits.LOSSES)),
        Counts.sum(counts, other.counts, LossCount::key, LossCount::plus));
  }
}
