package dev.ringside.baseline;

import java.util.ArrayList;
import java.util.List;

/**
 * Bus bandwidth of one test at two sizes of the machine. Between numbers of nodes it shows how the
 * network scales; from one node to several it compares two fabrics and is information only.
 *
 * @param bytes common large size
 * @param ratio bus bandwidth of the larger over that of the smaller
 * @param isCrossNode whether both span nodes, so that the limits hold
 */
public record ScaleRatio(
    String label,
    String test,
    int fewNodes,
    int fewRanks,
    int manyNodes,
    int manyRanks,
    long bytes,
    double fewGBs,
    double manyGBs,
    double ratio,
    boolean isCrossNode) {

  /** Every pair of neighbouring sizes, and the smallest cross-node size against the largest. */
  static List<ScaleRatio> of(Side side) {
    List<Series> sorted =
        Series.of(side.measurements()).stream()
            .filter(s -> s.nNodes() > 0 && s.nRanks() > 1 && s.choice().isEmpty())
            .sorted((a, b) -> Integer.compare(a.nNodes(), b.nNodes()))
            .toList();
    List<ScaleRatio> ratios = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      for (int k = i + 1; k < sorted.size(); k++) {
        add(side.label(), sorted.get(i), sorted.get(k), ratios);
      }
    }
    return ratios;
  }

  private static void add(String label, Series few, Series many, List<ScaleRatio> out) {
    boolean isComparable =
        few.test().equals(many.test())
            && few.launch().equals(many.launch())
            && few.nNodes() < many.nNodes();
    if (!isComparable) {
      return;
    }
    few.sizes().tailMap(Series.LARGE_BYTES, true).keySet().stream()
        .filter(many.sizes()::containsKey)
        .reduce((a, b) -> b)
        .ifPresent(
            bytes ->
                out.add(
                    new ScaleRatio(
                        label,
                        few.test(),
                        few.nNodes(),
                        few.nRanks(),
                        many.nNodes(),
                        many.nRanks(),
                        bytes,
                        few.busBw(bytes),
                        many.busBw(bytes),
                        many.busBw(bytes) / few.busBw(bytes),
                        few.nNodes() > 1)));
  }
}
