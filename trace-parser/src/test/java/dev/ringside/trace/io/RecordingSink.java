package dev.ringside.trace.io;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps what a reader says, sites by value, so that two readings can be compared. */
public final class RecordingSink implements TraceSink {

  /** One collective call. */
  public record Call(
      CallSite site,
      long comm,
      Collective op,
      DataType type,
      RedOp redOp,
      long count,
      int root,
      int nRanks,
      long stream,
      long offset) {
    public long bytes() {
      return count * type.bytes();
    }
  }

  /** One kernel run. */
  public record KernelRun(
      CallSite site,
      Kernel kernel,
      long bytes,
      int nRanks,
      boolean replayed,
      double us,
      long offset) {}

  /** One choice of algorithm and protocol. */
  public record Choice(CallSite site, TuningChoice of, long offset) {}

  /** One rare record; its own site number is 0 in every reading, its call site stands beside it. */
  public record Rare(TraceRecord record, long offset) {}

  private final List<CallSite> sites = new ArrayList<>();
  private final List<Object> events = new ArrayList<>();

  /** All events in order. */
  public List<Object> events() {
    return events;
  }

  /** The events of one type in order. */
  public <T> List<T> all(Class<T> type) {
    List<T> found = new ArrayList<>();
    for (Object event : events) {
      Object inner = event instanceof Rare rare ? rare.record() : event;
      if (type.isInstance(inner)) {
        found.add(type.cast(inner));
      }
    }
    return found;
  }

  public List<Call> calls() {
    return all(Call.class);
  }

  public List<KernelRun> kernels() {
    return all(KernelRun.class);
  }

  public List<Loss> losses() {
    return all(Loss.class);
  }

  public List<CallSite> sites() {
    return sites;
  }

  /** Calls of one operation by message size. */
  public Map<Long, Integer> sizes(Collective op) {
    Map<Long, Integer> sizes = new TreeMap<>();
    for (Call call : calls()) {
      if (call.op() == op) {
        sizes.merge(call.bytes(), 1, Integer::sum);
      }
    }
    return sizes;
  }

  public CallSite siteOf(int site) {
    return site < 0 ? CallSite.UNKNOWN : sites.get(site);
  }

  @Override
  public void site(int site, CallSite where) {
    if (site != sites.size()) {
      throw new IllegalStateException("site " + site + " announced out of order");
    }
    sites.add(where);
  }

  @Override
  public void collective(
      int site,
      long comm,
      Collective op,
      DataType type,
      RedOp redOp,
      long count,
      int root,
      int nRanks,
      long stream,
      long offset) {
    events.add(new Call(siteOf(site), comm, op, type, redOp, count, root, nRanks, stream, offset));
  }

  @Override
  public void choice(int site, TuningChoice choice, long offset) {
    events.add(new Choice(siteOf(site), choice, offset));
  }

  @Override
  public void kernel(
      int site, Kernel kernel, long bytes, int nRanks, boolean replayed, double us, long offset) {
    events.add(new KernelRun(siteOf(site), kernel, bytes, nRanks, replayed, us, offset));
  }

  @Override
  public void record(TraceRecord record, long offset) {
    events.add(new Rare(record, offset));
  }

  @Override
  public void loss(Loss loss) {
    events.add(loss);
  }

  /** Reads a text of lines with the given splitter and grammars. */
  public static RecordingSink read(String text, RecordSplitter splitter, LineGrammar... grammars) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RecordingSink sink = new RecordingSink();
    LineContext context = new LineContext(new Source("test", "text"), sink);
    LineScanner scanner = new LineScanner(splitter, List.of(grammars), context);
    scanner.lines(Arrays.copyOf(bytes, bytes.length + Bytes.SLACK), 0, bytes.length, 0);
    scanner.end();
    return sink;
  }

  /** Reads a text of lines with grammars alone. */
  public static RecordingSink read(String text, LineGrammar... grammars) {
    return read(text, NO_RECORDS, grammars);
  }

  private static final RecordSplitter NO_RECORDS =
      new RecordSplitter() {
        @Override
        public int takeUsual(byte[] a, int from, int to, long offset, LineContext line) {
          return from;
        }

        @Override
        public boolean split(
            byte[] a, int lineFrom, int from, int to, LineContext line, Rest rest) {
          return false;
        }

        @Override
        public void end(LineContext line) {}
      };
}
