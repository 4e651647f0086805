package dev.ringside.trace.nccl;

import dev.ringside.trace.record.GraphChannel;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.TopologyLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Topology dump and graph search (flag GRAPH; NCCL src/graph/topo.cc, src/graph/search.cc). The
 * dump's lines are kept as they are: their indentation is their structure.
 */
final class GraphRule implements Rule {

  private static final List<String> NODES =
      List.of("GPU/", "CPU/", "PCI/", "NVS/", "NIC/", "NET/", "GIN/", "DEV/", "RMA/", "CXB/");

  private static final List<String> LINKS =
      List.of("LOC[", "NVL[", "C2C[", "PCI[", "SYS[", "NET[", "NVB[", "XGMI[");

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    if (c.skip("Pattern ")) {
      return pattern(record, c);
    }
    if (isTopology(record)) {
      record.emit(new TopologyLine(record.site(), record.text()));
      return true;
    }
    return channel(record);
  }

  /** Whether the message is a line of the topology dump. */
  static boolean isTopology(NcclRecord record) {
    Cursor c = record.cursor();
    if (c.skip("=== System : ") || c.skip("==========")) {
      return true;
    }
    c.blanks();
    if (c.skip("+ ")) {
      return LINKS.stream().anyMatch(c::skip);
    }
    return NODES.stream().anyMatch(c::skip) && isNode(c);
  }

  /** {@code CPU/0-0 (1/1/2)} begins a node, {@code GPU/0-4e000 :GPU/…} a line of paths. */
  private static boolean isNode(Cursor c) {
    // Up to 2.20 ids are upper-case hexadecimal; from 2.21 "system-id".
    boolean id = isId(c.name()) && (!c.skip("-") || isId(c.name()));
    return id && (c.skip(" (") || (c.skip(" :") && c.here() != ' '));
  }

  private static boolean isId(String text) {
    return !text.isEmpty() && text.chars().allMatch(ch -> Character.digit(ch, 16) >= 0);
  }

  private static boolean channel(NcclRecord record) {
    Cursor c = record.cursor();
    c.blanks();
    if (!c.decimal()) {
      return false;
    }
    int channel = (int) c.value();
    if (!c.skip(" : ") || !(c.skip("GPU/") || c.skip("NET/") || c.skip("NVS/"))) {
      return false;
    }
    c.at(c.at() - 4);
    List<String> nodes = new ArrayList<>();
    for (String node = c.word(); !node.isEmpty(); node = c.word()) {
      nodes.add(node);
    }
    record.emit(new GraphChannel(record.site(), channel, nodes));
    return true;
  }

  private static boolean pattern(NcclRecord record, Cursor c) {
    if (!c.decimal()) {
      return false;
    }
    int pattern = (int) c.value();
    int crossNic = c.skip(", crossNic ") && c.decimal() ? (int) c.value() : -1;
    int nChannels = c.skip(", nChannels ") && c.decimal() ? (int) c.value() : -1;
    if (nChannels < 0 || !(c.skip(", bw ") || c.skip(", speed "))) {
      record.torn();
      return true;
    }
    double intra = c.decimals();
    double inter = c.skip("/") ? c.decimals() : Double.NaN;
    String typeIntra = c.skip(", type ") ? c.name() : "";
    String typeInter = c.skip("/") ? c.name() : "";
    if (Double.isNaN(inter) || typeInter.isEmpty()) {
      record.torn();
      return true;
    }
    int same = c.skip(", sameChannels ") && c.decimal() ? (int) c.value() : -1;
    record.emit(
        new GraphPattern(
            record.site(), pattern, crossNic, nChannels, intra, inter, typeIntra, typeInter, same));
    return true;
  }
}
