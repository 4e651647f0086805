package dev.ringside.doctor;

import dev.ringside.trace.record.NcclDump;
import dev.ringside.trace.record.XmlElement;
import java.util.ArrayList;
import java.util.List;

/**
 * A GPU with fewer lanes than its slot should have, by NCCL's dump of the topology
 * (NCCL_TOPO_DUMP_FILE).
 */
final class NarrowPcieInDump extends Rule {
  private static final int FULL = 16;

  NarrowPcieInDump() {
    super("narrow-pcie-slot", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  /** A GPU's own link; width 0 is what virtual machines say. */
  private record Link(String busId, int width, Place place) {}

  @Override
  public List<Finding> examine(Observations seen) {
    List<Link> links = new ArrayList<>();
    for (Sighting<NcclDump> s : seen.all(NcclDump.class)) {
      collect(s.record().root(), s.place(), links);
    }
    return links.stream()
        .filter(l -> l.width() > 0 && l.width() < FULL)
        .map(
            l ->
                finding(
                    l.place(),
                    "GPU "
                        + l.busId()
                        + " has "
                        + l.width()
                        + " PCIe lanes of 16: it holds up every ring that it is part of.",
                    "sudo lspci -vvv -s "
                        + l.busId()
                        + " | grep -E 'LnkCap|LnkSta'; reseat the board or move it to a x16 slot"))
        .toList();
  }

  private static void collect(XmlElement element, Place place, List<Link> out) {
    for (XmlElement child : element.children()) {
      if (child.name().equals("pci") && !child.children("gpu").isEmpty()) {
        String width = child.attribute("link_width");
        int lanes = width.matches("\\d{1,3}") ? Integer.parseInt(width) : 0;
        out.add(new Link(child.attribute("busid"), lanes, place));
      }
      collect(child, place, out);
    }
  }
}
