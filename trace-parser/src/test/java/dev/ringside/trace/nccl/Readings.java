package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.io.LineScanner;
import dev.ringside.trace.io.RecordSplitter;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Rare;
import dev.ringside.trace.record.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ways to read one text, and a form of what was read that can be compared. */
final class Readings {

  private Readings() {}

  /** The general way alone. */
  static final class General implements RecordSplitter {
    private final NcclLines lines = new NcclLines();

    @Override
    public int takeUsual(byte[] a, int from, int to, long offset, LineContext line) {
      return from;
    }

    @Override
    public boolean split(byte[] a, int lineFrom, int from, int to, LineContext line, Rest rest) {
      return lines.split(a, lineFrom, from, to, line, rest);
    }

    @Override
    public void end(LineContext line) {
      lines.end(line);
    }
  }

  static RecordingSink read(String text, RecordSplitter splitter) {
    return read(text.getBytes(StandardCharsets.ISO_8859_1), splitter);
  }

  static RecordingSink read(byte[] text, RecordSplitter splitter, LineGrammar... grammars) {
    RecordingSink sink = new RecordingSink();
    LineContext context = new LineContext(new Source("test", "text"), sink);
    LineScanner scanner = new LineScanner(splitter, List.of(grammars), context);
    scanner.lines(Arrays.copyOf(text, text.length + Bytes.SLACK), 0, text.length, 0);
    scanner.end();
    return sink;
  }

  /** Events as text, with call sites in place of their numbers. */
  static List<String> events(RecordingSink sink) {
    List<String> all = new ArrayList<>();
    for (Object event : sink.events()) {
      all.add(event instanceof Rare rare ? rare(rare, sink) : event.toString());
    }
    return all;
  }

  private static String rare(Rare rare, RecordingSink sink) {
    String text = rare.toString();
    int at = text.indexOf("[site=");
    if (at < 0) {
      return text;
    }
    int from = at + "[site=".length();
    int to = from;
    while (text.charAt(to) == '-' || Character.isDigit(text.charAt(to))) {
      to++;
    }
    int site = Integer.parseInt(text.substring(from, to));
    return text.substring(0, from) + sink.siteOf(site) + text.substring(to);
  }
}
