package dev.ringside.doctor;

import java.util.List;
import java.util.Optional;

/** GPUDirect RDMA on one side of a channel only. */
final class GdrdmaAsymmetric extends Rule {
  GdrdmaAsymmetric() {
    super("gdrdma-asymmetric", FindingSeverity.WARNING, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Connected> rdma =
        seen.connections().stream().filter(c -> c.isNetwork() && !c.isSocket()).toList();
    Optional<Connected> with = rdma.stream().filter(Connected::isGpuDirect).findFirst();
    Optional<Connected> without = rdma.stream().filter(c -> !c.isGpuDirect()).findFirst();
    if (with.isEmpty() || without.isEmpty()) {
      return List.of();
    }
    boolean isBySide =
        rdma.stream().filter(Connected::isGpuDirect).allMatch(c -> c.line().isReceive())
            && rdma.stream().filter(c -> !c.isGpuDirect()).noneMatch(c -> c.line().isReceive());
    return List.of(
        finding(
            without.get().place(),
            "GPUDirect RDMA is used on one side only: "
                + side(with.get())
                + " has it, "
                + side(without.get())
                + " goes through host memory, and the slower side sets the pace."
                + (isBySide
                    ? " Receivers have it and senders do not: NCCL lets the adapter read GPU memory"
                        + " only where GPUs have NVLink, unless it is told to."
                    : " The hosts differ: in slots, in kernel modules or in settings."),
            isBySide
                ? "NCCL_NET_GDR_READ=1 all_reduce_perf -b 8 -e 1G -f 2 -g 1 -c 1, against the same"
                    + " without it"
                : "Compare the hosts: nvidia-smi topo -m; lsmod | grep peermem; env | grep NCCL_"));
  }

  private static String side(Connected c) {
    return "rank "
        + c.line().rank()
        + (c.line().isReceive() ? " receiving" : " sending")
        + (c.line().where().host().isEmpty() ? "" : " on " + c.line().where().host());
  }
}
