package dev.ringside.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks a line of text between words. */
final class Wrap {
  private Wrap() {}

  /** At least one line; a word longer than {@code width} stands alone and whole. */
  static List<String> at(String text, int width) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (text.length() - from > width) {
      int cut = text.lastIndexOf(' ', from + width);
      if (cut <= from) {
        cut = text.indexOf(' ', from + width);
      }
      if (cut < 0) {
        break;
      }
      lines.add(text.substring(from, cut).stripTrailing());
      from = cut + 1;
    }
    lines.add(text.substring(from).stripTrailing());
    return lines;
  }
}
