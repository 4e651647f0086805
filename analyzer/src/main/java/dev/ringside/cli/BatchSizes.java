package dev.ringside.cli;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Batch sizes as written on a command line: {@code 1-64,128}. */
final class BatchSizes {
  private static final int LARGEST = 65_536;

  private BatchSizes() {}

  /** Ascending, each once; a range steps as engines capture: 1, 2, 4, then by eight. */
  static List<Integer> parse(List<String> parts) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (String part : parts) {
      int dash = part.indexOf('-');
      if (dash < 0) {
        sizes.add(number(part));
      } else {
        range(number(part.substring(0, dash)), number(part.substring(dash + 1)), sizes);
      }
    }
    return List.copyOf(sizes);
  }

  private static void range(int first, int last, Set<Integer> sizes) {
    if (first > last) {
      throw UserError.usage("--batch", first + "-" + last + " is empty", "write such as 1-256");
    }
    sizes.add(first);
    sizes.add(last);
    for (int size = 1; size <= last; size += size < 4 ? size : size < 8 ? 4 : 8) {
      if (size >= first) {
        sizes.add(size);
      }
    }
  }

  private static int number(String text) {
    if (!text.matches("[1-9][0-9]{0,4}") || Integer.parseInt(text) > LARGEST) {
      throw UserError.usage(
          "--batch", "\"" + text + "\" is no batch size", "write such as 1-256 or 1,8,64");
    }
    return Integer.parseInt(text);
  }
}
