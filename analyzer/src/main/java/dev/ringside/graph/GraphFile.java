package dev.ringside.graph;

import dev.ringside.trace.record.XmlElement;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Files for NCCL_GRAPH_FILE. NCCL's own reader (src/graph/xml.cc) takes elements, attributes in
 * double quotes and comments, and no XML declaration. It reads {@code dev} as hexadecimal since
 * 2.23 and by its prefix before: with {@code 0x} in front both read the same.
 */
public final class GraphFile {
  private static final String MARK =
      " Candidate made by ringside from a topology dump. Not measured: compare it with NCCL's own"
          + " search before use. ";

  private GraphFile() {}

  /** Ring and tree of a candidate. NCCL searches every graph that the file does not have. */
  public static XmlElement candidate(CandidateRings candidate, GraphFacts facts) {
    List<XmlElement> graphs = new ArrayList<>();
    String typeInter = facts.ring().map(SearchedGraph::typeInter).orElse("PIX");
    int count = candidate.rings().size();
    graphs.add(graph(0, SearchedGraph.RING, candidate.bwGBs(), candidate, typeInter));
    // NCCL uses the smaller number of channels of ring and tree: both have to be there.
    Optional<SearchedGraph> tree =
        facts.graphs().stream().filter(g -> g.pattern() >= 1 && g.pattern() <= 3).findFirst();
    double treeGBs = Math.max(candidate.bwGBs(), tree.map(t -> t.totalGBs() / count).orElse(0.0));
    int pattern = tree.map(SearchedGraph::pattern).orElse(1);
    graphs.add(graph(1, pattern, treeGBs, candidate, typeInter));
    return new XmlElement("graphs", Map.of("version", "1"), graphs);
  }

  private static XmlElement graph(
      int id, int pattern, double gbs, CandidateRings c, String typeInter) {
    String bw = trimmed(gbs);
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("id", Integer.toString(id));
    attributes.put("pattern", Integer.toString(pattern));
    attributes.put("crossnic", "0");
    attributes.put("nchannels", Integer.toString(c.rings().size()));
    attributes.put("speedintra", bw);
    attributes.put("speedinter", bw);
    attributes.put("latencyinter", "0");
    attributes.put("typeintra", c.typeIntra());
    attributes.put("typeinter", typeInter.isEmpty() ? "PIX" : typeInter);
    attributes.put("samechannels", "0");
    List<XmlElement> channels =
        c.rings().stream()
            .map(
                ring ->
                    new XmlElement(
                        "channel", Map.of(), ring.order().stream().map(GraphFile::gpu).toList()))
            .toList();
    return new XmlElement("graph", attributes, channels);
  }

  private static String trimmed(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  private static XmlElement gpu(Topology.Gpu gpu) {
    return new XmlElement("gpu", Map.of("dev", String.format("0x%x", gpu.dev())), List.of());
  }

  /** Writes a file that nobody has measured, marked as such in its first line. */
  public static void writeCandidate(XmlElement graphs, OutputStream out) throws IOException {
    write(graphs, MARK, out);
  }

  /** Writes a file back as it was read. */
  public static void write(XmlElement graphs, OutputStream out) throws IOException {
    write(graphs, "", out);
  }

  private static void write(XmlElement graphs, String comment, OutputStream out)
      throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(writer);
      if (!comment.isEmpty()) {
        xml.writeComment(comment);
        xml.writeCharacters("\n");
      }
      element(graphs, "", xml);
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write the graph file: " + e.getMessage(), e);
    }
    writer.flush();
  }

  private static void element(XmlElement e, String indent, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeCharacters(indent);
    if (e.children().isEmpty()) {
      xml.writeEmptyElement(e.name());
    } else {
      xml.writeStartElement(e.name());
    }
    for (Map.Entry<String, String> a : e.attributes().entrySet()) {
      xml.writeAttribute(a.getKey(), a.getValue());
    }
    xml.writeCharacters("\n");
    if (!e.children().isEmpty()) {
      for (XmlElement child : e.children()) {
        element(child, indent + "  ", xml);
      }
      xml.writeCharacters(indent);
      xml.writeEndElement();
      xml.writeCharacters("\n");
    }
  }
}
