package dev.ringside.sizing;

import java.util.List;
import java.util.TreeSet;

/**
 * Graph capture sizes: those that vLLM takes by itself (1, 2, 4, by 8 to 256, by 16 above), less
 * sizes that a larger one replaces for free, with the last batch of every zone and before every
 * rise, so that padding up does not step over a limit.
 */
final class CaptureList {
  private CaptureList() {}

  static List<Integer> of(int largest, List<ZoneStart> zones, List<Cliff> cliffs) {
    TreeSet<Integer> sizes = new TreeSet<>(List.of(1, 2, 4));
    for (int size = 8; size <= largest; size += size < 256 ? 8 : 16) {
      sizes.add(size);
    }
    sizes.add(largest);
    for (ZoneStart zone : zones) {
      if (zone.lastBatch() <= largest) {
        sizes.add((int) zone.lastBatch());
      }
    }
    for (Cliff cliff : cliffs) {
      sizes.add(cliff.otherBatch());
      if (cliff.kind() == Cliff.Kind.LARGER_IS_FREE && cliff.otherBatch() <= largest) {
        sizes.subSet(cliff.batch(), cliff.otherBatch()).clear();
      }
    }
    sizes.tailSet(largest, false).clear();
    return List.copyOf(sizes);
  }
}
