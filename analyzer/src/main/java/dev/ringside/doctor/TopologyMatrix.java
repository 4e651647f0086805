package dev.ringside.doctor;

import dev.ringside.trace.record.TopologyRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Links between the GPUs of one host by {@code nvidia-smi topo -m}.
 *
 * @param links one a pair and direction
 */
public record TopologyMatrix(List<Link> links) {

  /** How one GPU reaches another: SYS, NODE, PHB, PXB, PIX or NV and a number of links. */
  public record Link(String from, String to, String type, Place place) {
    boolean isNvlink() {
      return type.matches("NV\\d+");
    }
  }

  static TopologyMatrix of(Observations seen) {
    List<Link> links = new ArrayList<>();
    List<String> columns = List.of();
    for (Sighting<TopologyRow> s : seen.all(TopologyRow.class)) {
      TopologyRow row = s.record();
      if (row.device().isEmpty()) {
        columns = row.cells();
      } else if (row.device().startsWith("GPU")) {
        for (int i = 0; i < row.cells().size(); i++) {
          String to = i < columns.size() ? columns.get(i) : "GPU" + i;
          boolean isLink =
              row.cells().get(i).matches("SYS|NODE|PHB|PXB|PIX|NV\\d+") && to.startsWith("GPU");
          if (isLink) {
            links.add(new Link(row.device(), to, row.cells().get(i), s.place()));
          }
        }
      }
    }
    return new TopologyMatrix(links);
  }
}
