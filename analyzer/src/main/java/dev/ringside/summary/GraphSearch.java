package dev.ringside.summary;

import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.TopologyLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads search results and link speeds from patterns and the topology dump. */
final class GraphSearch {
  private static final Pattern HEADER = Pattern.compile("System : maxBw ([\\d.]+)");
  private static final Pattern LINK = Pattern.compile("\\+ (\\w+)\\[([\\d.]+)\\] - (\\w+)/");

  /**
   * {@code NET/0 (5/1.250000/SYS)} in the path matrix: a path between networks is as wide as one.
   */
  private static final Pattern NET_PATH = Pattern.compile("NET/\\S+ \\((\\d+)/([\\d.]+)/\\w+\\)");

  private final Set<InspectedGraph.Pattern> patterns = new LinkedHashSet<>();
  private final Set<Double> nics = new TreeSet<>(Comparator.reverseOrder());
  private final Set<Double> netPaths = new TreeSet<>(Comparator.reverseOrder());
  private double pcie = -1;
  private double nvlink = -1;
  private double sockets = -1;
  private double max = -1;

  void accept(RareLine line) {
    if (line.record() instanceof GraphPattern p) {
      patterns.add(
          new InspectedGraph.Pattern(
              p.pattern(),
              p.nChannels(),
              p.bwIntra(),
              p.typeIntra() + '/' + p.typeInter(),
              p.crossNic()));
    } else if (line.record() instanceof TopologyLine t) {
      topology(t.text());
    }
  }

  private void topology(String text) {
    Matcher header = HEADER.matcher(text);
    if (header.find()) {
      max = Math.max(max, Double.parseDouble(header.group(1)));
    }
    Matcher link = LINK.matcher(text);
    if (link.find()) {
      link(link.group(1), Double.parseDouble(link.group(2)));
    } else if (text.startsWith("NET/")) {
      Matcher path = NET_PATH.matcher(text);
      while (path.find()) {
        if (!path.group(1).equals("0")) {
          netPaths.add(Double.parseDouble(path.group(2)));
        }
      }
    }
  }

  private void link(String kind, double bandwidth) {
    switch (kind) {
      case "PCI" -> pcie = Math.max(pcie, bandwidth);
      case "NVL" -> nvlink = Math.max(nvlink, bandwidth);
      case "SYS" -> sockets = Math.max(sockets, bandwidth);
      case "NET" -> nics.add(bandwidth);
      default -> {}
    }
  }

  InspectedGraph graph() {
    return new InspectedGraph(
        new ArrayList<>(patterns),
        known(pcie),
        known(nvlink),
        List.copyOf(nics.isEmpty() ? netPaths : nics),
        known(sockets),
        known(max));
  }

  private static OptionalDouble known(double value) {
    return value < 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
