package dev.ringside.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** Sorted lists of counted things, merged by key. */
final class Counts {
  private Counts() {}

  /** Both lists are sorted by {@code key} and hold each key once; so is the result. */
  static <K extends Comparable<? super K>, T> List<T> sum(
      List<T> a, List<T> b, Function<T, K> key, BinaryOperator<T> add) {
    if (a.isEmpty()) {
      return b;
    }
    if (b.isEmpty()) {
      return a;
    }
    List<T> out = new ArrayList<>(a.size() + b.size());
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      T left = a.get(i);
      T right = b.get(j);
      int order = key.apply(left).compareTo(key.apply(right));
      out.add(order < 0 ? left : order > 0 ? right : add.apply(left, right));
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    out.addAll(a.subList(i, a.size()));
    out.addAll(b.subList(j, b.size()));
    return out;
  }

  static ChoiceCount choices(ChoiceCount a, ChoiceCount b) {
    return new ChoiceCount(a.choice(), a.count() + b.count());
  }
}
