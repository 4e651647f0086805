package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Pairs what two states measured alike. */
final class Comparer {
  private final Side before;
  private final Side after;

  Comparer(Side before, Side after) {
    this.before = before;
    this.after = after;
  }

  /** Every test and shape that both measured at a common size. */
  List<Comparison> comparisons() {
    List<Series> mine = Series.of(before.measurements());
    List<Series> theirs = Series.of(after.measurements());
    List<Comparison> out = new ArrayList<>();
    for (Series a : mine) {
      List<Series> alike = theirs.stream().filter(b -> isAlike(a, b)).toList();
      boolean isOneToOne =
          alike.size() == 1 && mine.stream().filter(s -> isAlike(s, alike.get(0))).count() == 1;
      for (Series b : alike) {
        // A forced choice on one side only is the change to judge, not another measurement.
        if (isOneToOne || a.choice().equals(b.choice())) {
          Comparison c = compare(a, b);
          if (!c.points().isEmpty()) {
            out.add(c);
          }
        }
      }
    }
    return out;
  }

  private static boolean isAlike(Series a, Series b) {
    return a.test().equals(b.test())
        && agree(a.nRanks(), b.nRanks())
        && (a.launch().isEmpty() || b.launch().isEmpty() || a.launch().equals(b.launch()));
  }

  private static boolean agree(int a, int b) {
    return a < 0 || b < 0 || a == b;
  }

  private Comparison compare(Series a, Series b) {
    List<Comparison.Point> points =
        a.sizes().keySet().stream()
            .filter(b.sizes()::containsKey)
            .map(bytes -> point(a, b, bytes))
            .toList();
    return new Comparison(a, b, points);
  }

  private Comparison.Point point(Series a, Series b, long bytes) {
    Interval from = a.us(bytes);
    Interval to = b.us(bytes);
    boolean isAllReduce = a.test().equals("all_reduce");
    return new Comparison.Point(
        bytes,
        from.mid(),
        to.mid(),
        a.busBw(bytes),
        b.busBw(bytes),
        Spread.changePct(from, to, a.isSingleRun(bytes) || b.isSingleRun(bytes)),
        isAllReduce ? choice(before, a, bytes) : "",
        isAllReduce ? choice(after, b, bytes) : "");
  }

  private static String choice(Side side, Series series, long bytes) {
    return side.choice(bytes)
        .orElse(series.choice().matches("(?:Ring|Tree)/\\w+") ? series.choice() : "");
  }

  /** What differs between the states, including what the benchmarks themselves say. */
  List<Difference> differences() {
    List<Difference> out = new ArrayList<>(FactTable.differences(before.facts(), after.facts()));
    for (Comparison c : comparisons()) {
      int a = c.before().nNodes();
      int b = c.after().nNodes();
      if (a >= 0 && b >= 0 && a != b) {
        out.add(new Difference("nodes of " + c.before().test(), a + "", b + ""));
      }
      if (!Objects.equals(c.before().choice(), c.after().choice())) {
        out.add(
            new Difference(
                "forced choice of " + c.before().test(),
                orNone(c.before().choice()),
                orNone(c.after().choice())));
      }
    }
    return out.stream().distinct().toList();
  }

  private static String orNone(String choice) {
    return choice.isEmpty() ? "none" : choice;
  }
}
