package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The value of NCCL_ALGO or NCCL_PROTO: {@code [list][;function:list…]}, list {@code [^]a,b}; by
 * function since 2.24 (NCCL src/graph/tuning.cc, parseList).
 *
 * @param parts the lists in order
 */
record AllowedList(List<Part> parts) {

  /**
   * One list.
   *
   * @param function lower case; empty where it is for all
   * @param isInverted whether all but these are allowed
   * @param words lower case
   */
  record Part(String function, boolean isInverted, List<String> words) {
    boolean allows(String word) {
      return words.contains(word) != isInverted;
    }
  }

  static AllowedList parse(String value) {
    List<Part> parts = new ArrayList<>();
    for (String part : value.toLowerCase(Locale.ROOT).split(";", -1)) {
      int colon = part.indexOf(':');
      String function = colon < 0 ? "" : part.substring(0, colon).strip();
      String list = part.substring(colon + 1).strip();
      boolean isInverted = list.startsWith("^");
      List<String> words =
          Arrays.stream(list.substring(isInverted ? 1 : 0).split(",", -1))
              .map(String::strip)
              .filter(w -> !w.isEmpty())
              .toList();
      if (!words.isEmpty()) {
        parts.add(new Part(function, isInverted, words));
      }
    }
    return new AllowedList(parts);
  }

  /** Whether some function is left with one choice. */
  boolean isSingle() {
    return parts.stream().anyMatch(p -> !p.isInverted() && p.words().size() == 1);
  }

  /** The list that counts for AllReduce. */
  Optional<Part> forAllReduce() {
    return parts.stream()
        .filter(p -> p.function().equals("allreduce"))
        .findFirst()
        .or(() -> parts.stream().filter(p -> p.function().isEmpty()).findFirst());
  }
}
