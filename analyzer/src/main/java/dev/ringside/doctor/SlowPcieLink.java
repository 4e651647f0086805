package dev.ringside.doctor;

import java.util.List;

/** A link at a lower generation than it can. */
final class SlowPcieLink extends Rule {
  SlowPcieLink() {
    super("slow-pcie-link", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return PcieDevices.reduced(seen).stream()
        .filter(r -> r.is().isSlowerThan(r.able()) && !r.is().isNarrowerThan(r.able()))
        .map(this::judged)
        .toList();
  }

  /** Idle GPUs slow their links down to save power. */
  private Finding judged(PcieDevices.Reduced r) {
    boolean isGpu = PcieDevices.isGpu(r.device());
    Finding finding =
        finding(
            r.place(),
            r.device().who()
                + " runs at "
                + r.is()
                + " and can "
                + r.able()
                + (isGpu
                    ? "; an idle GPU slows its link down, so this counts under load only."
                    : "."),
            isGpu
                ? "Under load: nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.gen.max"
                    + " --format=csv"
                : "sudo lspci -vvv -s "
                    + r.device().name()
                    + " | grep -E 'LnkCap|LnkSta'; the BIOS may limit the slot's generation");
    return isGpu ? finding.as(FindingSeverity.INFO) : finding;
  }
}
