package dev.ringside.doctor;

import java.util.List;

/** A board that has trained fewer lanes than it has, by {@code lspci}. */
final class NarrowPcieLink extends Rule {
  NarrowPcieLink() {
    super("narrow-pcie-slot", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return PcieDevices.reduced(seen).stream()
        .filter(r -> r.is().isNarrowerThan(r.able()))
        .map(
            r ->
                finding(
                    r.place(),
                    r.device().who()
                        + " runs at "
                        + r.is()
                        + " and can "
                        + r.able()
                        + ": the slot, a riser or the seating takes lanes away, and every ring"
                        + " over it is held up.",
                    "sudo lspci -vvv -s "
                        + r.device().name()
                        + " | grep -E 'LnkCap|LnkSta'; reseat the board or move it to a x16 slot"))
        .toList();
  }
}
