package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A GPU whose PCIe link is narrower than that of its siblings. */
final class NarrowPcieSlot extends Rule {
  // PCIe 3.0 x16 is 12 GB/s in NCCL's counting (NCCL src/graph/topo.h); half of it is no x16 slot.
  private static final double HALF_OF_GEN3 = 6.0;

  NarrowPcieSlot() {
    super("narrow-pcie-slot", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Set<String> said = new HashSet<>();
    List<Finding> out = new ArrayList<>();
    for (TopologyView view : seen.topologies().values()) {
      narrow(view.gpuLinks(), "has a PCIe link of", said, out);
      narrow(
          view.gpuToCpu(),
          "reaches its processor, through a switch or slot on the way, at",
          said,
          out);
    }
    return out;
  }

  private void narrow(
      List<TopologyView.Link> links, String how, Set<String> said, List<Finding> out) {
    double widest = links.stream().mapToDouble(TopologyView.Link::bw).max().orElse(0);
    for (TopologyView.Link l : links) {
      boolean isNarrow = l.bw() < widest || l.bw() <= HALF_OF_GEN3;
      if (isNarrow && said.add(l.node())) {
        out.add(finding(l.place(), text(l, how, widest), REMEDY));
      }
    }
  }

  private static String text(TopologyView.Link l, String how, double widest) {
    return String.format(
        Locale.ROOT,
        "GPU %s %s %.1f GB/s%s: it holds up every ring that it is part of.",
        l.node(),
        how,
        l.bw(),
        l.bw() < widest
            ? String.format(Locale.ROOT, " where others have %.1f", widest)
            : ", less than a x16 slot of any generation");
  }

  private static final String REMEDY =
      "nvidia-smi --query-gpu=index,pcie.link.width.current,pcie.link.width.max,"
          + "pcie.link.gen.current --format=csv under load; then reseat the board or move it to a"
          + " x16 slot, or leave it out: CUDA_VISIBLE_DEVICES";
}
