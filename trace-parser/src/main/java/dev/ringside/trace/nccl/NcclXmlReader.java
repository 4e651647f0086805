package dev.ringside.trace.nccl;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclDump;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.XmlElement;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Graph and topology dumps (NCCL src/graph/xml.cc; layout unchanged from 2.4 to 2.30 but for added
 * attributes). Document types and entities are not read: NCCL writes none, and they could name
 * other files.
 */
public final class NcclXmlReader implements DocumentReader {
  /** The largest dumps, of a rack of 72 GPUs, have some thousand elements. */
  static final int MOST_ELEMENTS = 1 << 15;

  /** Longer documents are no dump; the limit bounds the memory for one endless attribute. */
  static final int MOST_BYTES = 8 << 20;

  private static final int DEEPEST = 64;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  @Override
  public String kind() {
    return "nccl-xml";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '<' && (peek.contains("<graphs ") || peek.contains("<system "));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    Builder builder = new Builder();
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(text(in));
      for (int event = next(xml); event != XMLStreamConstants.END_DOCUMENT; event = next(xml)) {
        if (event == XMLStreamConstants.START_ELEMENT) {
          builder.start(xml);
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          builder.end();
        }
      }
    } catch (XMLStreamException e) {
      int offset = e.getLocation() == null ? -1 : e.getLocation().getCharacterOffset();
      sink.loss(
          new Loss(
              "damaged-xml",
              Severity.DATA_LOSS,
              in.source().name(),
              offset,
              "the XML ends early or is damaged; nothing behind this place was read"));
    }
    builder.root().ifPresent(root -> sink.record(new NcclDump(root), 0));
  }

  /**
   * The JDK's parser prints to standard error where bytes are no UTF-8, so it gets characters, and
   * not the mark in front of them.
   */
  private static Reader text(DocumentInput in) throws XMLStreamException {
    Reader text =
        new BufferedReader(new InputStreamReader(new Bounded(in.stream()), StandardCharsets.UTF_8));
    try {
      text.mark(1);
      if (text.read() != BYTE_ORDER_MARK) {
        text.reset();
      }
    } catch (IOException e) {
      throw new XMLStreamException(e);
    }
    return text;
  }

  /** The JDK's parser answers some damage with unchecked exceptions of many kinds. */
  private static int next(XMLStreamReader xml) throws XMLStreamException {
    try {
      return xml.next();
    } catch (RuntimeException e) {
      throw new XMLStreamException(e.toString(), xml.getLocation(), e);
    }
  }

  /** Ends after {@link #MOST_BYTES}. */
  private static final class Bounded extends FilterInputStream {
    private int left = MOST_BYTES;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return left-- > 0 ? super.read() : -1;
    }

    @Override
    public int read(byte[] into, int at, int max) throws IOException {
      int n = left > 0 ? super.read(into, at, Math.min(left, max)) : -1;
      left -= Math.max(0, n);
      return n;
    }
  }

  /** Puts elements together; what is open at the end of a cut file counts as closed there. */
  private static final class Builder {
    private final Deque<Open> open = new ArrayDeque<>();
    private Optional<XmlElement> root = Optional.empty();
    private int count;

    private record Open(String name, Map<String, String> attributes, List<XmlElement> children) {
      XmlElement close() {
        return new XmlElement(name, attributes, children);
      }
    }

    void start(XMLStreamReader xml) throws XMLStreamException {
      if (++count > MOST_ELEMENTS || open.size() >= DEEPEST) {
        throw new XMLStreamException("too many elements", xml.getLocation());
      }
      Map<String, String> attributes = new LinkedHashMap<>();
      for (int i = 0; i < xml.getAttributeCount(); i++) {
        attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
      }
      open.push(new Open(xml.getLocalName(), attributes, new ArrayList<>()));
    }

    void end() {
      XmlElement closed = open.pop().close();
      if (open.isEmpty()) {
        root = Optional.of(closed);
      } else {
        open.element().children().add(closed);
      }
    }

    Optional<XmlElement> root() {
      while (!open.isEmpty()) {
        end();
      }
      return root;
    }
  }
}
