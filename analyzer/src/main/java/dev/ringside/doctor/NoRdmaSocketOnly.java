package dev.ringside.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** TCP between nodes. */
final class NoRdmaSocketOnly extends Rule {
  private static final Pattern SOCKET = Pattern.compile("^Using network Socket");
  private static final Pattern IB_DEVICE =
      Pattern.compile("^NET/IB ?: Using .*\\[\\d+\\]\\S+:\\d+/(IB|RoCE)");

  NoRdmaSocketOnly() {
    super("no-rdma-socket-only", FindingSeverity.WARNING, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Place> place =
        isOneNode(seen)
            ? Optional.empty()
            : seen.connections().stream()
                .filter(Connected::isSocket)
                .map(Connected::place)
                .findFirst()
                .or(() -> chosen(seen));
    return place.map(p -> List.of(finding(p, text(seen), remedy(seen)))).orElse(List.of());
  }

  /** Where shared memory is off too, ranks of one node meet over a socket. */
  private static boolean isOneNode(Observations seen) {
    return seen.traffic().groups().stream().anyMatch(g -> g.nNodes() == 1)
        && seen.traffic().groups().stream().allMatch(g -> g.nNodes() == 1 || g.nRanks() == 1);
  }

  private static Optional<Place> chosen(Observations seen) {
    boolean spans = seen.traffic().groups().stream().anyMatch(g -> NodeSpan.spansNodes(g, seen));
    return spans
        ? seen.networkLines(SOCKET).stream().map(Sighting::place).findFirst()
        : Optional.empty();
  }

  private static String text(Observations seen) {
    Optional<Variable> off = seen.variable("NCCL_IB_DISABLE").filter(Variable::isOn);
    String why =
        off.isPresent()
            ? " NCCL_IB_DISABLE=1 keeps NCCL from using RDMA."
            : seen.networkLines(IB_DEVICE).isEmpty()
                ? ""
                : " RDMA devices are listed, and not used.";
    return "NCCL uses TCP sockets as its network: through the kernel, host memory and one CPU"
        + " thread a connection, an order of magnitude slower than RDMA in latency."
        + why;
  }

  private static String remedy(Observations seen) {
    return seen.variable("NCCL_IB_DISABLE").filter(Variable::isOn).isPresent()
        ? "unset NCCL_IB_DISABLE; look for ports: ibstat (or ibv_devinfo)"
        : "Look for RDMA ports: ibv_devinfo; in a container hand them in: docker run --network=host"
            + " --device=/dev/infiniband --ulimit memlock=-1. Where there is only Ethernet:"
            + " NCCL_SOCKET_NTHREADS=4 NCCL_NSOCKS_PERTHREAD=4 is worth a measurement";
  }
}
