package dev.ringside.doctor;

import dev.ringside.trace.record.GraphPattern;
import java.util.List;
import java.util.Optional;

/** GPUs whose path crosses the link between two CPU sockets (path type SYS). */
final class CrossSocketPath extends Rule {
  CrossSocketPath() {
    super("cross-socket-path", FindingSeverity.WARNING, Layer.TOPOLOGY, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return evidence(seen)
        .map(
            place ->
                List.of(
                    finding(
                        place,
                        "The path between some GPUs crosses the link between CPU sockets (SYS):"
                            + " it is the slowest link of the ring and sets its pace. In type X/Y"
                            + " of the log the first word is the way inside the node; the second,"
                            + " to the network, means nothing on one node.",
                        "Keep a group inside one socket where it fits:"
                            + " CUDA_VISIBLE_DEVICES=<GPUs of one NUMA node> (nvidia-smi topo -m"
                            + " lists them); where it has to cross: ringside graph LOG judges the"
                            + " ring order")))
        .orElse(List.of());
  }

  private static Optional<Place> evidence(Observations seen) {
    Optional<Place> pattern =
        seen.all(GraphPattern.class).stream()
            .filter(p -> p.record().nChannels() > 0 && p.record().typeIntra().equals("SYS"))
            .map(Sighting::place)
            .findFirst();
    if (pattern.isPresent()) {
      return pattern;
    }
    TopologyView view = seen.topology();
    boolean hasNvlink = view.paths().stream().anyMatch(TopologyView.Path::isNvlink);
    Optional<Place> path =
        view.paths().stream()
            .filter(p -> !hasNvlink && p.type().equals("SYS"))
            .map(TopologyView.Path::place)
            .findFirst();
    List<TopologyMatrix.Link> links = TopologyMatrix.of(seen).links();
    boolean isNvlinked = links.stream().anyMatch(TopologyMatrix.Link::isNvlink);
    return path.or(
        () ->
            links.stream()
                .filter(l -> !isNvlinked && l.type().equals("SYS"))
                .map(TopologyMatrix.Link::place)
                .findFirst());
  }
}
