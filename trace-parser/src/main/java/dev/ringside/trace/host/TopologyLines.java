package dev.ringside.trace.host;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.TopologyRow;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The matrix of {@code nvidia-smi topo -m}, with tabs or with blanks in their place. */
public final class TopologyLines implements LineGrammar {

  private static final Pattern DEVICE =
      Pattern.compile("(?:GPU|NIC)\\d+|mlx\\d+_\\S+|\\S*bond\\S*");
  private static final Pattern LINK = Pattern.compile("X|SYS|NODE|PHB|PXB|PIX|NV\\d+|C2C");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(text, from, to);
    if (to - begin < 5 || !mayBegin(text[begin])) {
      return false;
    }
    String[] words = Bytes.text(text, begin, to).strip().split("\\s+", -1);
    if (words.length < 2 || !DEVICE.matcher(words[0]).matches()) {
      return false;
    }
    TopologyRow row = LINK.matcher(words[1]).matches() ? row(words) : header(words);
    if (row.cells().isEmpty()) {
      return false;
    }
    line.sink().record(row, line.offset());
    return true;
  }

  private static boolean mayBegin(byte first) {
    return first == 'G' || first == 'N' || first == 'm';
  }

  /** A row has its own place in it; the legend has not. */
  private static TopologyRow row(String[] words) {
    List<String> cells = List.of(words).subList(1, words.length);
    boolean self = cells.contains("X");
    return new TopologyRow(words[0], self ? cells : List.of());
  }

  private static TopologyRow header(String[] words) {
    List<String> devices = new ArrayList<>();
    for (String word : words) {
      if (!DEVICE.matcher(word).matches()) {
        break;
      }
      devices.add(word);
    }
    boolean affinity = List.of(words).contains("Affinity");
    return new TopologyRow("", words[0].equals("GPU0") && affinity ? devices : List.of());
  }
}
