package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.Limits;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineScanner;
import dev.ringside.trace.io.PieceReader;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.io.RecordingSink.Rare;
import dev.ringside.trace.record.RcclSign;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.WrappedLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a text is read and wherever it is cut, its pieces say what the whole says. */
class CutTest {

  private static final String HEADER = "node01:4100:4188 [0] NCCL INFO ";

  private static final String WRAPPED =
      HEADER
          + "AllReduce: opCount 1 sendbuff 0x7f8cee572d00 recvbuff 0x7f8db5c3e100 count 1001"
          + " datatype 7 op 0 root 0 comm\n0x7f894c243070 [nranks=2] stream 0x7f89fcb4da90\n";

  private static final String TRAPS =
      "\n\r\n"
          + WRAPPED
          + "\u001b[36m(RayWorkerVllm pid=5356)\u001b[0m node02:5356:5356 [7] NCCL INFO Using"
          + " network Socket\u001b[32m [repeated 6x across cluster]\u001b[0m\n"
          + "bar:  10%|#  |\rbar:  20%|## |\rnode01:4100:4188 [0] NCCL INFO Using network IB\n"
          + WRAPPED.substring(0, WRAPPED.indexOf('\n') + 1)
          + HEADER
          + "Using network Socket\n"
          + HEADER
          + "AllReduce: 4096 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}"
          + HEADER
          + "AllReduce: opCount 3 sendbuff 0x1 recvb\n"
          + WRAPPED
          + "no line end";

  private static List<byte[]> texts() throws IOException {
    List<byte[]> texts = new ArrayList<>();
    String matrix =
        MatrixTest.lines()
            .map(l -> HEADER + l.substring(l.indexOf(' ') + 1) + "\n")
            .reduce("", String::concat);
    texts.add(matrix.getBytes(StandardCharsets.UTF_8));
    texts.add(TRAPS.getBytes(StandardCharsets.UTF_8));
    return texts;
  }

  private static List<byte[]> cases() throws IOException {
    List<byte[]> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(SharedData.path("cases/public"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).sorted().toList()) {
        texts.add(Files.readAllBytes(file));
      }
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 4096})
  void anySizeOfReadGivesTheSame(int size) throws IOException {
    for (byte[] text : texts()) {
      assertThat(Readings.events(read(text, size, 0, text.length)))
          .isEqualTo(Readings.events(read(text, 1 << 20, 0, text.length)));
    }
  }

  @Test
  void anyCutGivesTheSame() throws IOException {
    byte[] text = TRAPS.getBytes(StandardCharsets.UTF_8);
    for (int cut = 1; cut < text.length; cut++) {
      assertCut(text, cut);
    }
  }

  @Test
  void realLogsCutAtAnyLineGiveTheSame() throws IOException {
    for (byte[] text : cases()) {
      for (int cut = 1; cut < text.length; cut++) {
        if (text[cut - 1] == '\n') {
          assertCut(text, cut);
        }
      }
    }
  }

  @Test
  void manyCutsAtOnceGiveTheSame() throws IOException {
    Random random = new Random(5);
    for (byte[] text : texts()) {
      for (int round = 0; round < 40; round++) {
        List<String> joined = new ArrayList<>();
        int from = 0;
        List<RecordingSink> pieces = new ArrayList<>();
        while (from < text.length) {
          int to = Math.min(text.length, from + 1 + random.nextInt(400));
          pieces.add(read(text, 1 + random.nextInt(200), from, to));
          from = to;
        }
        joined.addAll(join(pieces));
        assertThat(joined).isEqualTo(join(List.of(read(text, 4096, 0, text.length))));
      }
    }
  }

  private static void assertCut(byte[] text, int cut) throws IOException {
    List<RecordingSink> halves =
        List.of(read(text, 1 << 20, 0, cut), read(text, 1 << 20, cut, text.length));
    List<String> whole = join(List.of(read(text, 1 << 20, 0, text.length)));
    List<String> joined = join(halves);
    if (!joined.equals(whole)) {
      assertThat(joined).as("cut at %d", cut).isEqualTo(whole);
    }
  }

  /** Pieces one behind the other, as a summary joins them. */
  private static List<String> join(List<RecordingSink> pieces) {
    List<String> all = new ArrayList<>();
    Set<String> signs = new HashSet<>();
    Rare head = null;
    RecordingSink headSink = new RecordingSink();
    for (RecordingSink piece : pieces) {
      List<String> events = Readings.events(piece);
      for (int i = 0; i < events.size(); i++) {
        Object event = piece.events().get(i);
        boolean wrapped = event instanceof Rare rare && rare.record() instanceof WrappedLine;
        WrappedLine line = wrapped ? (WrappedLine) ((Rare) event).record() : null;
        if (wrapped && !line.head() && head != null) {
          RecordingSink out = new RecordingSink();
          WrappedLine first = (WrappedLine) head.record();
          out.site(0, headSink.siteOf(first.site()));
          assertThat(WrappedCalls.join(first, line, 0, out, head.offset())).isTrue();
          all.add(out.all(Call.class).get(0).toString());
          head = null;
          continue;
        }
        if (head != null) {
          all.add(WrappedCalls.torn((WrappedLine) head.record(), "test", head.offset()).toString());
          head = null;
        }
        if (wrapped && line.head()) {
          head = (Rare) event;
          headSink = piece;
        } else if (!(event instanceof Rare rare
            && rare.record() instanceof RcclSign sign
            && !signs.add(sign.sign()))) {
          all.add(events.get(i));
        }
      }
    }
    if (head != null) {
      all.add(head.toString());
    }
    return all;
  }

  private static RecordingSink read(byte[] text, int size, int from, int to) throws IOException {
    RecordingSink sink = new RecordingSink();
    LineContext context = new LineContext(new Source("test", "text"), sink);
    LineScanner scanner = new LineScanner(new NcclLines(), List.of(), context);
    PieceReader.ByteSource source =
        (into, at, max, position) -> {
          int n = (int) Math.min(Math.min(max, size), text.length - position);
          if (n <= 0) {
            return -1;
          }
          System.arraycopy(text, (int) position, into, at, n);
          return n;
        };
    new PieceReader(Limits.DEFAULT).read(source, scanner, from, to);
    return sink;
  }
}
