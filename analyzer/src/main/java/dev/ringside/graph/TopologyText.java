package dev.ringside.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the topology dump of a log: NUMA nodes stand at the left, everything below them is indented
 * (NCCL src/graph/topo.cc, ncclTopoPrintRec).
 */
final class TopologyText {
  // Up to 2.20 an id is a bus id in upper case, from 2.21 "system-busid".
  private static final String ID = "(?:[0-9a-fA-F]{1,8}-)?([0-9a-fA-F]{1,16})";
  private static final Pattern CPU = Pattern.compile("^CPU/" + ID + " \\(.*");
  private static final Pattern CPU_LINK =
      Pattern.compile("^\\s*\\+ SYS\\[([0-9.]{1,12})\\] - CPU/" + ID + ".*");
  private static final Pattern NODE =
      Pattern.compile("^(\\s*)\\+ PCI\\[([0-9.]{1,12})\\] - (GPU|PCI)/" + ID + " \\((\\w+)\\).*");
  private static final Pattern NVLINK =
      Pattern.compile("^(\\s*)\\+ NVL\\[[0-9.]{1,12}\\] - (?:NVS|GPU)/.*");

  private record Hub(int column, String id) {}

  private final List<String> cpus = new ArrayList<>();
  private final List<Topology.Gpu> gpus = new ArrayList<>();
  private final Deque<Hub> above = new ArrayDeque<>();
  private double socketGBs = Double.NaN;

  private TopologyText() {}

  /** Empty where the lines name no GPU. */
  static Optional<Topology> parse(String source, List<String> lines) {
    TopologyText text = new TopologyText();
    for (String line : lines) {
      // A second dump of the same writer says the same again.
      if (line.strip().startsWith("=== System") && !text.gpus.isEmpty()) {
        break;
      }
      text.line(line);
    }
    return text.gpus.isEmpty()
        ? Optional.empty()
        : Optional.of(new Topology(source, text.cpus, text.gpus, text.socketGBs));
  }

  private void line(String line) {
    Matcher m = CPU.matcher(line);
    if (m.matches()) {
      cpus.add(m.group(1).toLowerCase(Locale.ROOT));
      above.clear();
      return;
    }
    m = CPU_LINK.matcher(line);
    if (m.matches()) {
      double bw = Double.parseDouble(m.group(1));
      socketGBs = Double.isNaN(socketGBs) ? bw : Math.min(socketGBs, bw);
      return;
    }
    m = NODE.matcher(line);
    if (m.matches() && !cpus.isEmpty()) {
      node(m);
      return;
    }
    m = NVLINK.matcher(line);
    if (m.matches() && !gpus.isEmpty()) {
      Topology.Gpu g = gpus.remove(gpus.size() - 1);
      gpus.add(new Topology.Gpu(g.id(), g.rank(), g.dev(), g.cpu(), g.hub(), g.linkGBs(), true));
    }
  }

  private void node(Matcher m) {
    int column = m.group(1).length();
    while (!above.isEmpty() && above.element().column() >= column) {
      above.pop();
    }
    String id = m.group(4).toLowerCase(Locale.ROOT);
    if (m.group(3).equals("PCI")) {
      above.push(new Hub(column, id));
      return;
    }
    String hub = above.isEmpty() ? id : above.element().id();
    int rank = m.group(5).matches("\\d{1,9}") ? Integer.parseInt(m.group(5)) : -1;
    gpus.add(
        new Topology.Gpu(
            id, rank, -1, cpus.size() - 1, hub, Double.parseDouble(m.group(2)), false));
  }
}
