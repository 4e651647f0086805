package dev.ringside.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Many numbers in few words: {@code 0-3, 7}. */
final class NumberRanges {
  private NumberRanges() {}

  static String of(List<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    List<Integer> sorted = List.copyOf(new TreeSet<>(numbers));
    int from = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
        int first = sorted.get(from);
        int last = sorted.get(i - 1);
        ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
        from = i;
      }
    }
    return String.join(", ", ranges);
  }
}
