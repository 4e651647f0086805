package dev.ringside.graph;

import dev.ringside.trace.record.GraphChannel;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.XmlElement;
import java.util.List;

/**
 * One result of NCCL's search.
 *
 * @param source file as named on input
 * @param pattern NCCL's number: 1 balanced tree, 2 split tree, 3 tree, 4 ring, 5 NVLS, 6
 *     CollNetDirect
 * @param bwIntra GB/s a channel inside a node
 * @param bwInter GB/s a channel between nodes
 * @param typeIntra worst path inside a node
 * @param typeInter worst path to the network
 * @param channels nodes of each channel in order, such as {@code GPU/0-60} or {@code NET/1} of a
 *     log, {@code gpu 0x1} or {@code net 0} of a dump; fewer than {@code nChannels} where lines are
 *     missing
 */
public record SearchedGraph(
    String source,
    int pattern,
    int nChannels,
    double bwIntra,
    double bwInter,
    String typeIntra,
    String typeInter,
    List<List<String>> channels) {

  static final int RING = 4;

  public SearchedGraph {
    channels = channels.stream().map(List::copyOf).toList();
  }

  static SearchedGraph ofLog(String source, GraphPattern p, List<GraphChannel> channels) {
    return new SearchedGraph(
        source,
        p.pattern(),
        p.nChannels(),
        p.bwIntra(),
        p.bwInter(),
        p.typeIntra(),
        p.typeInter(),
        channels.stream().map(GraphChannel::nodes).toList());
  }

  static SearchedGraph ofDump(String source, XmlElement graph) {
    return new SearchedGraph(
        source,
        (int) number(graph.attribute("pattern")),
        (int) number(graph.attribute("nchannels")),
        number(graph.attribute("speedintra")),
        number(graph.attribute("speedinter")),
        graph.attribute("typeintra"),
        graph.attribute("typeinter"),
        graph.children("channel").stream()
            .map(c -> c.children().stream().map(n -> n.name() + " " + n.attribute("dev")).toList())
            .toList());
  }

  private static double number(String text) {
    return text.matches("-?\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : -1;
  }

  public boolean isRing() {
    return pattern == RING;
  }

  /** GB/s of all channels together. */
  public double totalGBs() {
    return nChannels * bwIntra;
  }

  /** Whether its channels reach other nodes. */
  public boolean isCrossNode() {
    return channels.stream()
        .flatMap(List::stream)
        .anyMatch(n -> n.startsWith("NET/") || n.startsWith("net "));
  }

  /** What the number means. */
  public String patternName() {
    return switch (pattern) {
      case 1 -> "balanced tree";
      case 2 -> "split tree";
      case 3 -> "tree";
      case RING -> "ring";
      case 5 -> "NVLS";
      case 6 -> "CollNetDirect";
      default -> "pattern " + pattern;
    };
  }
}
