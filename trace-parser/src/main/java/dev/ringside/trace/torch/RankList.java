package dev.ringside.trace.torch;

import java.util.ArrayList;
import java.util.List;

/** Rank lists, which PyTorch writes as text: {@code [0, 1, 2]}, cut behind 30 with {@code ...}. */
final class RankList {

  private RankList() {}

  /** The numbers in the text, in order; whatever is no number is passed over. */
  static List<Integer> parse(String text) {
    List<Integer> ranks = new ArrayList<>();
    for (String word : text.split("[^0-9]+", -1)) {
      if (!word.isEmpty() && word.length() < 10) {
        ranks.add(Integer.parseInt(word));
      }
    }
    return ranks;
  }
}
