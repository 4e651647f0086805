package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineScanner;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sound document of many records, into which anything can be put between two of them: what stands
 * before and behind must still be counted.
 */
final class Spliced {
  private static final int MOST = 1_000_000;

  private final DocumentReader reader;
  private final byte[] content;
  private final List<Integer> cuts = new ArrayList<>();
  private final List<String> counted;
  private final List<Integer> countedBefore = new ArrayList<>();
  private final int cost;

  private Spliced(DocumentReader reader, byte[] content, String begin, int cost)
      throws IOException {
    this.reader = reader;
    this.content = content;
    this.cost = cost;
    this.counted = counted(content);
    String text = new String(content, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
      cuts.add(at);
      countedBefore.add(counted(Arrays.copyOf(content, at)).size());
    }
  }

  /**
   * A seed of the fuzz tests.
   *
   * @param begin what each record begins with
   * @param cost calls that the record behind the damage may take with it
   */
  static Spliced of(DocumentReader reader, String seed, String begin, int cost) {
    try (InputStream in = Spliced.class.getResourceAsStream("ReaderFuzzTestInputs/" + seed)) {
      return new Spliced(reader, in.readAllBytes(), begin, cost);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads it with {@code damage} before the record that {@code which} chooses. */
  void check(byte[] damage, int which) throws IOException {
    int i = Math.floorMod(which, cuts.size());
    int cut = cuts.get(i);
    List<String> found = counted(join(content, cut, damage));
    List<String> before = counted.subList(0, countedBefore.get(i));
    int behindFrom = Math.min(counted.size(), before.size() + cost);
    List<String> behind = counted.subList(behindFrom, counted.size());
    assertThat(found.size()).as("byte %d", cut).isBetween(before.size() + behind.size(), MOST);
    assertThat(found.subList(0, before.size())).as("before byte %d", cut).isEqualTo(before);
    assertThat(found.subList(found.size() - behind.size(), found.size()))
        .as("behind byte %d", cut)
        .isEqualTo(behind);
  }

  /** What is counted of calls: groups that the damage names may change what else is known. */
  private List<String> counted(byte[] bytes) throws IOException {
    return SharedData.read(reader, "dump_rank_0", bytes).calls().stream()
        .map(c -> c.op() + " " + c.bytes())
        .toList();
  }

  /** {@code content} with {@code damage} at {@code cut}. */
  static byte[] join(byte[] content, int cut, byte[] damage) {
    byte[] joined = Arrays.copyOf(content, content.length + damage.length);
    System.arraycopy(damage, 0, joined, cut, damage.length);
    System.arraycopy(content, cut, joined, cut + damage.length, content.length - cut);
    return joined;
  }

  /** Reads lines as a log is read, in one piece. */
  static RecordingSink lines(byte[] text) {
    RecordingSink sink = new RecordingSink();
    LineContext context = new LineContext(new Source("test", TraceFormat.TEXT), sink);
    LineScanner scanner = new LineScanner(TraceFormat.splitter(), TraceFormat.grammars(), context);
    scanner.lines(Arrays.copyOf(text, text.length + Bytes.SLACK), 0, text.length, 0);
    scanner.end();
    return sink;
  }
}
