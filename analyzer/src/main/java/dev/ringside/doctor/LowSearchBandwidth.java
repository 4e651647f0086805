package dev.ringside.doctor;

import dev.ringside.trace.record.GraphPattern;
import java.util.List;
import java.util.Locale;

/** A search result far below what the links offer (NCCL src/graph/search.cc). */
final class LowSearchBandwidth extends Rule {
  // Half a PCIe 3.0 x16 link (12 GB/s in NCCL's counting): no healthy single node finds less.
  private static final double LEAST_GBS = 6.0;

  LowSearchBandwidth() {
    super("low-search-bandwidth", FindingSeverity.WARNING, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    for (Sighting<GraphPattern> p : seen.all(GraphPattern.class)) {
      double offered = offered(p.place().source(), seen);
      boolean isRing = p.record().pattern() == 4 && p.record().nChannels() > 0;
      if (isRing && isLow(p.record(), offered, seen)) {
        return List.of(finding(p.place(), text(p.record(), offered), REMEDY));
      }
    }
    return List.of();
  }

  /**
   * GB/s that the fastest link could carry: between nodes that of the fastest adapter at most; NaN
   * unknown.
   */
  private static double offered(String source, Observations seen) {
    TopologyView view = seen.topologies().get(source);
    if (view == null || Double.isNaN(view.maxBw())) {
      return Double.NaN;
    }
    double adapter =
        view.netLinks().stream().mapToDouble(TopologyView.Link::bw).max().orElse(Double.NaN);
    return isNetwork(seen) ? Math.min(view.maxBw(), adapter) : view.maxBw();
  }

  private static boolean isNetwork(Observations seen) {
    return seen.isMultiNode() || seen.connections().stream().anyMatch(Connected::isNetwork);
  }

  private static boolean isLow(GraphPattern p, double offered, Observations seen) {
    double found = p.nChannels() * p.bwIntra();
    if (!Double.isNaN(offered)) {
      return found < offered / 2;
    }
    return p.bwIntra() <= 0.1 || (!isNetwork(seen) && found <= LEAST_GBS);
  }

  private static String text(GraphPattern p, double fastest) {
    return String.format(
        Locale.ROOT,
        "The ring search settled for %d x %.1f GB/s (pattern 4, %s)%s. NCCL's prediction and its"
            + " number of channels follow from this figure.",
        p.nChannels(),
        p.bwIntra(),
        p.typeIntra(),
        Double.isNaN(fastest)
            ? ""
            : String.format(Locale.ROOT, " where the links of the host offer %.1f", fastest));
  }

  private static final String REMEDY =
      "See why: NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH; then ringside graph LOG writes an"
          + " NCCL_GRAPH_FILE candidate to be measured";
}
