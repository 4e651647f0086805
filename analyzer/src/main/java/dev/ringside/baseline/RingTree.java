package dev.ringside.baseline;

import dev.ringside.cost.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Ring against Tree, measured in one state. Neither wins in general: Tree wins latency, and at
 * large sizes it depends on the machine; reduction inside switches is CollNet, not Tree.
 *
 * @param nRanks of both
 */
public record RingTree(
    String label, String test, int nRanks, String ring, String tree, List<Point> points) {

  /**
   * One size.
   *
   * @param treePct percent by which Tree takes longer, negative where it is faster
   */
  public record Point(long bytes, double ringUs, double treeUs, Interval treePct) {
    /** {@code Tree}, {@code Ring} or {@code either} where another run could turn it. */
    public String winner() {
      return treePct.high() < 0 ? "Tree" : treePct.low() > 0 ? "Ring" : "either";
    }
  }

  public RingTree {
    points = List.copyOf(points);
  }

  /** Every pair that differs in the algorithm alone. */
  static List<RingTree> of(Side side) {
    List<Series> all = Series.of(side.measurements());
    List<RingTree> out = new ArrayList<>();
    for (Series ring : all) {
      for (Series tree : all) {
        boolean isPair =
            ring.choice().startsWith("Ring/")
                && tree.choice().equals("Tree/" + ring.choice().substring("Ring/".length()))
                && ring.test().equals(tree.test())
                && ring.nRanks() == tree.nRanks()
                && ring.nNodes() == tree.nNodes()
                && ring.launch().equals(tree.launch());
        if (isPair) {
          out.add(pair(side.label(), ring, tree));
        }
      }
    }
    return out;
  }

  private static RingTree pair(String label, Series ring, Series tree) {
    List<Point> points =
        ring.sizes().keySet().stream()
            .filter(tree.sizes()::containsKey)
            .map(
                bytes ->
                    new Point(
                        bytes,
                        ring.us(bytes).mid(),
                        tree.us(bytes).mid(),
                        Spread.changePct(
                            ring.us(bytes),
                            tree.us(bytes),
                            ring.isSingleRun(bytes) || tree.isSingleRun(bytes))))
            .toList();
    return new RingTree(label, ring.test(), ring.nRanks(), ring.choice(), tree.choice(), points);
  }
}
