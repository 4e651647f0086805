package dev.ringside.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PieceReaderTest {
  private final PieceReader reader = new PieceReader(Limits.DEFAULT);

  @Test
  void whatWasLookedAtIsReadToo() throws IOException {
    for (int lines : new int[] {0, 1, 3, 2_000, 40_000}) {
      byte[] text = text(lines);
      Peek peek = reader.peek(bytes(text));
      int looked = Math.min(text.length, Peek.SIZE);
      assertThat(peek.text()).isEqualTo(new String(text, 0, looked, StandardCharsets.US_ASCII));
      List<String> read = new ArrayList<>();
      reader.readPeeked(bytes(text), scanner(read), text.length);
      assertThat(read)
          .hasSize(lines)
          .isEqualTo(new String(text, StandardCharsets.US_ASCII).lines().toList());
    }
  }

  @Test
  void whatWasLookedAtIsNoPartOfAnotherSource() throws IOException {
    reader.peek(bytes(text(50)));
    List<String> read = new ArrayList<>();
    reader.read(bytes(text(2)), scanner(read), 0, Long.MAX_VALUE);
    assertThat(read).containsExactly("line 0", "line 1");
  }

  private static byte[] text(int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** A thousand bytes at a time, as a pipe gives them. */
  private static PieceReader.ByteSource bytes(byte[] all) {
    return (into, at, max, position) -> {
      int n = (int) Math.min(Math.min(max, 1000), all.length - position);
      System.arraycopy(all, (int) position, into, at, Math.max(0, n));
      return n > 0 ? n : -1;
    };
  }

  private static LineScanner scanner(List<String> read) {
    LineGrammar every = (a, from, to, line) -> read.add(Bytes.text(a, from, to));
    LineContext context = new LineContext(new Source("log", "text"), new RecordingSink());
    return new LineScanner(new NoRecords(), List.of(every), context);
  }

  private static final class NoRecords implements RecordSplitter {
    @Override
    public int takeUsual(byte[] a, int from, int to, long offset, LineContext line) {
      return from;
    }

    @Override
    public boolean split(byte[] a, int lineFrom, int from, int to, LineContext line, Rest rest) {
      return false;
    }

    @Override
    public void end(LineContext line) {}
  }
}
