package dev.ringside.doctor;

import dev.ringside.trace.record.HostLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Devices of {@code lspci -vvv} that move a collective's data. */
final class PcieDevices {
  private static final Pattern GPU =
      Pattern.compile(
          "(?i)(3D controller|VGA compatible controller|Processing accelerators|Display controller): .*(NVIDIA|AMD)");
  private static final Pattern ADAPTER =
      Pattern.compile("(?i)(Infiniband controller|Ethernet controller|Network controller):");
  private static final Pattern BRIDGE = Pattern.compile("(?i)PCI bridge:");

  /** A link that is less than what its device can. */
  record Reduced(HostDevice device, Place place, PcieLink able, PcieLink is) {}

  private PcieDevices() {}

  static boolean isGpu(HostDevice d) {
    return GPU.matcher(d.model()).find();
  }

  static boolean isBridge(HostDevice d) {
    return BRIDGE.matcher(d.model()).find();
  }

  /** GPUs and adapters whose link runs below what they can. */
  static List<Reduced> reduced(Observations seen) {
    List<Reduced> out = new ArrayList<>();
    for (HostDevice d : HostDevice.of(seen, "lspci")) {
      Optional<Sighting<HostLine>> is = d.line("LnkSta");
      Optional<String> able = d.value("LnkCap");
      boolean isMeant = isGpu(d) || ADAPTER.matcher(d.model()).find();
      if (isMeant && is.isPresent() && able.isPresent()) {
        PcieLink now = PcieLink.parse(is.get().record().value());
        PcieLink full = PcieLink.parse(able.get());
        if (now.isNarrowerThan(full) || now.isSlowerThan(full)) {
          out.add(new Reduced(d, is.get().place(), full, now));
        }
      }
    }
    return out;
  }
}
