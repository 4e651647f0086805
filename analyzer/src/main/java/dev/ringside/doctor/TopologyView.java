package dev.ringside.doctor;

import dev.ringside.trace.record.TopologyLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NCCL's topology dumps in one source, line by line: what rules ask for needs no tree.
 *
 * @param maxBw fastest link between GPUs in GB/s as NCCL counts it; NaN unknown
 * @param gpuToCpu the way from each GPU to its own processor, through all switches
 */
public record TopologyView(
    double maxBw,
    List<Link> gpuLinks,
    List<Link> gpuToCpu,
    List<Link> cpuLinks,
    List<Link> netLinks,
    List<Cpu> cpus,
    List<Path> paths) {
  // What NCCL counts inside one GPU (src/graph/topo.h, LOC_BW): a communicator of one rank.
  private static final double LOCAL = 5000;
  private static final Pattern SYSTEM =
      Pattern.compile("=== System : maxBw ([\\d.]+) totalBw ([\\d.]+)");
  private static final Pattern GPU_LINK =
      Pattern.compile("\\+ PCI\\[([\\d.]+)\\] - GPU/([0-9A-Fa-f-]+)");
  private static final Pattern CPU_LINK =
      Pattern.compile("\\+ SYS\\[([\\d.]+)\\] - CPU/([0-9A-Fa-f-]+)");
  private static final Pattern NET_LINK =
      Pattern.compile("\\+ NET\\[([\\d.]+)\\] - NET/([0-9A-Fa-f-]+)");
  private static final Pattern TO_CPU =
      Pattern.compile("CPU/([0-9A-Fa-f-]+) \\(\\d+/([\\d.]+)/[A-Z0-9]+\\)");
  private static final Pattern CPU = Pattern.compile("^CPU/(\\S+) \\((\\d+)/(-?\\d+)/(-?\\d+)\\)");
  private static final Pattern FROM_GPU = Pattern.compile("^GPU/([0-9A-Fa-f-]+) :");
  private static final Pattern TO_GPU =
      Pattern.compile("GPU/([0-9A-Fa-f-]+) \\((\\d+)/([\\d.]+)/([A-Z0-9]+)\\)");

  /** A link to the named node, in GB/s as NCCL counts it. */
  public record Link(String node, double bw, Place place) {}

  /**
   * A processor as NCCL classes it.
   *
   * @param arch 1 is x86
   * @param vendor 2 is AMD on x86
   */
  public record Cpu(int arch, int vendor, int model, Place place) {
    boolean isAmd() {
      return arch == 1 && vendor == 2;
    }
  }

  /** The path between two GPUs. */
  public record Path(String from, String to, double bw, String type, Place place) {
    boolean isNvlink() {
      return type.equals("NVL") || type.equals("NVB");
    }
  }

  /** By name of the source. */
  static Map<String, TopologyView> bySource(List<Sighting<TopologyLine>> lines) {
    Map<String, List<Sighting<TopologyLine>>> sources = new LinkedHashMap<>();
    lines.forEach(s -> sources.computeIfAbsent(s.place().source(), k -> new ArrayList<>()).add(s));
    Map<String, TopologyView> views = new LinkedHashMap<>();
    sources.forEach((source, own) -> views.put(source, of(own)));
    return views;
  }

  static TopologyView of(List<Sighting<TopologyLine>> lines) {
    double maxBw = Double.NaN;
    List<Link> gpuLinks = new ArrayList<>();
    List<Link> gpuToCpu = new ArrayList<>();
    List<Link> cpuLinks = new ArrayList<>();
    List<Link> netLinks = new ArrayList<>();
    List<Cpu> cpus = new ArrayList<>();
    List<Path> paths = new ArrayList<>();
    for (Sighting<TopologyLine> s : lines) {
      String text = s.record().text();
      Matcher m = SYSTEM.matcher(text);
      if (m.find()) {
        double bw = number(m.group(1));
        if (bw < LOCAL) {
          maxBw = Double.isNaN(maxBw) ? bw : Math.max(maxBw, bw);
        }
      }
      link(GPU_LINK, s, gpuLinks);
      link(CPU_LINK, s, cpuLinks);
      link(NET_LINK, s, netLinks);
      toCpu(s).ifPresent(gpuToCpu::add);
      m = CPU.matcher(text.strip());
      if (m.find()) {
        cpus.add(new Cpu(whole(m.group(2)), whole(m.group(3)), whole(m.group(4)), s.place()));
      }
      paths(s, paths);
    }
    return new TopologyView(maxBw, gpuLinks, gpuToCpu, cpuLinks, netLinks, cpus, paths);
  }

  private static void link(Pattern pattern, Sighting<TopologyLine> s, List<Link> out) {
    Matcher m = pattern.matcher(s.record().text());
    if (m.find()) {
      out.add(new Link(m.group(2), number(m.group(1)), s.place()));
    }
  }

  /** To the processor that it reaches best. */
  private static Optional<Link> toCpu(Sighting<TopologyLine> s) {
    Matcher from = FROM_GPU.matcher(s.record().text().strip());
    if (!from.find()) {
      return Optional.empty();
    }
    Matcher to = TO_CPU.matcher(s.record().text());
    double best = 0;
    while (to.find()) {
      best = Math.max(best, number(to.group(2)));
    }
    return best > 0 ? Optional.of(new Link(from.group(1), best, s.place())) : Optional.empty();
  }

  private static void paths(Sighting<TopologyLine> s, List<Path> out) {
    Matcher from = FROM_GPU.matcher(s.record().text().strip());
    if (!from.find()) {
      return;
    }
    Matcher to = TO_GPU.matcher(s.record().text());
    while (to.find()) {
      if (!to.group(4).equals("LOC")) {
        out.add(new Path(from.group(1), to.group(1), number(to.group(3)), to.group(4), s.place()));
      }
    }
  }

  private static double number(String text) {
    return text.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : Double.NaN;
  }

  private static int whole(String text) {
    return text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : -1;
  }
}
