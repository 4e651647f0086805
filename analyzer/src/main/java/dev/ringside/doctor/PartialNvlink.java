package dev.ringside.doctor;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** NVLink between some GPU pairs only. */
final class PartialNvlink extends Rule {
  PartialNvlink() {
    super("partial-nvlink", FindingSeverity.WARNING, Layer.NVLINK, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<TopologyMatrix.Link> links = TopologyMatrix.of(seen).links();
    long linked = links.stream().filter(TopologyMatrix.Link::isNvlink).count();
    if (linked > 0 && linked < links.size()) {
      TopologyMatrix.Link without =
          links.stream().filter(l -> !l.isNvlink()).findFirst().orElseThrow();
      return List.of(finding(without.place(), text(without.from(), without.to(), seen), REMEDY));
    }
    for (TopologyView view : seen.topologies().values()) {
      boolean isHybrid = view.paths().stream().anyMatch(TopologyView.Path::isNvlink);
      Optional<TopologyView.Path> other =
          view.paths().stream().filter(p -> isHybrid && !p.type().equals("NVL")).findFirst();
      if (other.isPresent()) {
        TopologyView.Path p = other.get();
        return List.of(finding(p.place(), text(p.from(), p.to(), seen), REMEDY));
      }
    }
    return List.of();
  }

  private static String text(String from, String to, Observations seen) {
    Set<Set<String>> islands = NvlinkIslands.ofFour(TopologyMatrix.of(seen).links());
    return "Only some GPU pairs have NVLink ("
        + from
        + " and "
        + to
        + " have none): no NVSwitch, and groups of four are not equal."
        + (islands.isEmpty() ? "" : " Fully linked: " + NvlinkIslands.show(islands) + ".");
  }

  private static final String REMEDY =
      "Choose a group that is fully linked: CUDA_VISIBLE_DEVICES=<such GPUs>; nvidia-smi topo -m"
          + " shows the pairs, nvidia-smi nvlink -s the links";
}
