package dev.ringside.trace.bench;

import java.util.OptionalInt;

/** Numbers as benchmark files spell them; damaged ones are no numbers. */
final class TableWords {
  private TableWords() {}

  static OptionalInt integer(String word) {
    try {
      return OptionalInt.of(Integer.parseInt(word.strip()));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  static double number(String word) {
    try {
      return Double.parseDouble(word.strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
