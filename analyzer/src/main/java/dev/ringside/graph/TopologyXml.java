package dev.ringside.graph;

import dev.ringside.trace.record.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a topology dump. It names NVML's numbers, and no bandwidth between NUMA nodes. */
final class TopologyXml {
  private final List<String> cpus = new ArrayList<>();
  private final List<Topology.Gpu> gpus = new ArrayList<>();

  private TopologyXml() {}

  /** Empty where the dump has no GPU that takes part. */
  static Optional<Topology> parse(String source, XmlElement system) {
    TopologyXml xml = new TopologyXml();
    for (XmlElement cpu : system.children("cpu")) {
      xml.cpus.add(cpu.attribute("numaid"));
      cpu.children("pci").forEach(pci -> xml.pci(pci, ""));
    }
    return xml.gpus.isEmpty()
        ? Optional.empty()
        : Optional.of(new Topology(source, xml.cpus, xml.gpus, Double.NaN));
  }

  private void pci(XmlElement pci, String hub) {
    String id = bus(pci.attribute("busid"));
    for (XmlElement gpu : pci.children("gpu")) {
      gpus.add(
          new Topology.Gpu(
              id,
              number(gpu.attribute("rank")),
              number(gpu.attribute("dev")),
              cpus.size() - 1,
              hub.isEmpty() ? id : hub,
              Double.NaN,
              !gpu.children("nvlink").isEmpty()));
    }
    pci.children("pci").forEach(child -> pci(child, id));
  }

  /**
   * {@code 0000:4e:00.0} as NCCL prints it in logs: domain, bus, device, function as one number.
   */
  private static String bus(String text) {
    String digits = text.replaceAll("[:.]", "").toLowerCase(Locale.ROOT).replaceFirst("^0+", "");
    return digits.matches("[0-9a-f]{1,16}") ? digits : "0";
  }

  private static int number(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }
}
