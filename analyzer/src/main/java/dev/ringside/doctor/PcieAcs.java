package dev.ringside.doctor;

import dev.ringside.trace.record.HostLine;
import java.util.List;

/** Access control on bridges that sends peer traffic through the CPU. */
final class PcieAcs extends Rule {
  PcieAcs() {
    super("pcie-acs-on", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Sighting<HostLine>> on =
        HostDevice.of(seen, "lspci").stream()
            .filter(PcieDevices::isBridge)
            .flatMap(d -> d.line("ACSCtl").stream())
            .filter(s -> s.record().value().matches(".*(SrcValid\\+|ReqRedir\\+).*"))
            .toList();
    return on.stream()
        .findFirst()
        .map(
            s ->
                List.of(
                    finding(
                        s.place(),
                        on.size()
                            + (on.size() == 1 ? " bridge has" : " bridges have")
                            + " ACS on: traffic between GPUs below them is sent up to the CPU and"
                            + " back, which halves bandwidth or hangs peer access.",
                        "Switch ACS off in the BIOS (with IOMMU), or for a test: for b in $(lspci |"
                            + " awk '/PCI bridge/{print $1}'); do sudo setpci -s $b"
                            + " ECAP_ACS+6.w=0000; done; in a virtual machine that is the host's"
                            + " part")))
        .orElse(List.of());
  }
}
