package dev.ringside.doctor;

import java.util.List;

/** NVLink links that are inactive while others work ({@code nvidia-smi nvlink -s}). */
final class NvlinkDown extends Rule {
  NvlinkDown() {
    super("nvlink-down", FindingSeverity.WARNING, Layer.NVLINK, ALL_RELEASES);
  }

  /** Active links of a device. */
  static long active(HostDevice gpu) {
    return gpu.lines().stream()
        .filter(s -> s.record().field().equals("link") && !s.record().value().isEmpty())
        .count();
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<HostDevice> gpus = HostDevice.of(seen, "nvlink");
    long most = gpus.stream().mapToLong(NvlinkDown::active).max().orElse(0);
    return gpus.stream()
        .filter(g -> active(g) < most)
        .map(
            g ->
                finding(
                    g.place(),
                    g.who()
                        + " has "
                        + active(g)
                        + " active NVLink links where others have "
                        + most
                        + ": every ring over it loses the share.",
                    "nvidia-smi nvlink -s -i "
                        + g.name()
                        + "; nvidia-smi nvlink -e -i "
                        + g.name()
                        + " (error counters); systemctl status nvidia-fabricmanager; then reset or"
                        + " reseat the board"))
        .toList();
  }
}
