package dev.ringside.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** RDMA that stages through host memory. */
final class NoGdrdma extends Rule {
  private static final Pattern GDR_0 =
      Pattern.compile("^Connected all rings, use ring PXN \\d GDR 0");

  NoGdrdma() {
    super("no-gdrdma", FindingSeverity.WARNING, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Connected> rdma =
        seen.connections().stream().filter(c -> c.isNetwork() && !c.isSocket()).toList();
    if (rdma.stream().anyMatch(Connected::isGpuDirect)) {
      return List.of();
    }
    boolean isSocket = seen.connections().stream().anyMatch(Connected::isSocket);
    Optional<Place> place =
        rdma.stream()
            .map(Connected::place)
            .findFirst()
            .or(
                () ->
                    seen.isMultiNode() && !isSocket
                        ? seen.messages(GDR_0).stream().map(Sighting::place).findFirst()
                        : Optional.empty());
    return place.map(p -> List.of(finding(p, text(seen), remedy()))).orElse(List.of());
  }

  private static String text(Observations seen) {
    boolean isSaid = !seen.networkLines(Pattern.compile("(?i)GPU Direct RDMA.*enabled")).isEmpty();
    return "The network reads and writes host memory, not the GPU's: no channel carries the word"
        + " GDRDMA."
        + (isSaid ? " The lines 'GPU Direct RDMA … enabled' only say that the adapter could." : "");
  }

  private static String remedy() {
    return "lsmod | grep -E 'nvidia_peermem|nv_peer_mem' (sudo modprobe nvidia-peermem); distance:"
        + " NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH prints it, NCCL_NET_GDR_LEVEL=SYS is"
        + " worth a measurement. GB10 and other unified-memory boards have no GPUDirect RDMA";
  }
}
