package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.RecordSplitter;
import dev.ringside.trace.io.Timestamps;
import dev.ringside.trace.record.RcclSign;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.WrappedLine;
import java.util.List;

/**
 * NCCL's records, wherever in a line they stand: behind launchers' prefixes, glued to one another,
 * cut by other writers. Everything is read by {@link #split}; {@link #takeUsual} is its fast twin
 * for the bulk of a log.
 */
public final class NcclLines implements RecordSplitter {

  // Torn writes glue two or three records; so many in one line have lost their line ends.
  private static final int FLATTENED = 4;

  private final KnownWriters writers = new KnownWriters();
  private final LastTransport transport = new LastTransport();
  private final UsualLines usual = new UsualLines(writers, transport);
  private final PendingCall pending = new PendingCall();
  private final CallRule calls = new CallRule();
  private final ChoiceRule choices = new ChoiceRule();
  private final ApiTraceRule apiTrace = new ApiTraceRule();
  private final MessageRule messages = new MessageRule();
  private final List<Rule> rare =
      List.of(
          new ChannelRule(transport),
          new CommunicatorRule(),
          new GraphRule(),
          new CostTableRule(),
          new CapacityRule(),
          new EnvironmentRule(),
          new PluginRule(),
          new NetworkRule(),
          new VersionRule(),
          new RcclKernelRule(),
          messages);
  private final NcclRecord record = new NcclRecord();
  private RecordHeader header = new RecordHeader();
  private RecordHeader next = new RecordHeader();
  private boolean firstLine = true;
  private boolean saidStamp;
  private boolean saidWord;

  @Override
  public int takeUsual(byte[] a, int from, int to, long offset, LineContext line) {
    if (pending.isWaiting()) {
      return from;
    }
    int at = usual.take(a, from, to, offset, line);
    firstLine &= at == from;
    return at;
  }

  @Override
  public boolean split(byte[] a, int lineFrom, int from, int lineTo, LineContext line, Rest rest) {
    int to = lineTo;
    while (to > from && a[to - 1] == ' ') {
      to--;
    }
    boolean first = firstLine;
    firstLine &= Bytes.blanksEnd(a, from, to) == to;
    if (!header.find(a, lineFrom, from, to)) {
      return withoutHeader(a, from, to, line, first);
    }
    pending.giveUp(line);
    header.cutHost(a, from, header);
    offerFront(a, from, header.begin(), rest);
    int site = firstSite(a, lineFrom, from, line);
    for (int records = 1; ; records++) {
      boolean more = next.find(a, header.message(), header.message(), to);
      if (more) {
        next.cutHost(a, header.message(), header);
      }
      int end = more ? next.begin() : to;
      if (more || records > 1) {
        end = withoutEscapedEnd(a, header.message(), end);
      }
      record.set(header, a, end, more, line, site);
      int used = take(record);
      offerFront(a, used, end, rest);
      if (!more) {
        flattened(records, line);
        return true;
      }
      RecordHeader done = header;
      header = next;
      next = done;
      site = line.site(header.site(line, -1, -1)); // a label belongs to the first record alone
    }
  }

  /** Where line ends were lost, they may have become a backslash and an n. */
  private static int withoutEscapedEnd(byte[] a, int from, int to) {
    int end = to;
    while (end - 2 >= from && a[end - 2] == '\\' && (a[end - 1] == 'n' || a[end - 1] == 'r')) {
      end -= 2;
    }
    return end;
  }

  private static void flattened(int records, LineContext line) {
    if (records >= FLATTENED) {
      line.loss("flattened-lines", Severity.INFO, records + " records stand on one line");
    }
  }

  @Override
  public void end(LineContext line) {
    pending.leave(line);
  }

  private boolean withoutHeader(byte[] a, int from, int to, LineContext line, boolean first) {
    if (pending.isWaiting()) {
      if (pending.goesOn(a, from, to, line)) {
        return true;
      }
      pending.giveUp(line);
    }
    record.bare(a, from, to, line);
    if (VersionRule.isBare(record.cursor())) {
      return VersionRule.take(record.cursor(), -1, record);
    }
    if (line.isUnended() && PartialHeader.isAll(Bytes.text(a, from, to))) {
      record.truncated();
      return true;
    }
    if (first && WrappedCalls.isTail(Bytes.text(a, from, to))) {
      record.emit(new WrappedLine(-1, false, record.text()));
      return true;
    }
    return false;
  }

  /** The writer by its bytes, remembered where the whole front of the line is known for good. */
  private int firstSite(byte[] a, int lineFrom, int from, LineContext line) {
    int bracket = header.usualEnd();
    int text = bracket < 0 ? 0 : Math.max(from, Timestamps.end(a, from, bracket));
    if (bracket < 0 || text != header.begin()) {
      return line.site(header.site(line, -1, line.prefix().label()));
    }
    int front = Timestamps.end(a, lineFrom, bracket);
    KnownWriter known = writers.find(a, front, header.message());
    if (known != KnownWriter.NOBODY) {
      return known.site();
    }
    int site = line.site(header.site(line, -1, line.prefix().label()));
    writers.put(a, front, header.message(), site);
    return site;
  }

  /** Another writer's text, without the stamp or label that belongs to the record behind it. */
  private static void offerFront(byte[] a, int from, int to, Rest rest) {
    int end = FrontText.end(a, from, to);
    int begin = Bytes.blanksEnd(a, from, end);
    if (begin < end) {
      rest.offer(a, from, end);
    }
  }

  /** Where the record ends. */
  private int take(NcclRecord r) {
    switch (r.header().level()) {
      case INFO -> {
        return info(r);
      }
      case WARN -> messages.take(r);
      case CALL -> apiTrace.take(r);
      case TRACE -> choices.take(r);
    }
    return r.to();
  }

  private int info(NcclRecord r) {
    if (r.header().hasEpochStamp() && !saidStamp) {
      saidStamp = true;
      r.emit(new RcclSign(r.site(), "epoch-stamp"));
    }
    if (calls.take(r)) {
      return call(r);
    }
    if (choices.take(r)) {
      return choices.end();
    }
    // Version lines are a sign of their own.
    if (!saidWord
        && !r.startsWith("RCCL version")
        && RcclWords.isIn(r.bytes(), r.header().message(), r.to())) {
      saidWord = true;
      r.emit(new RcclSign(r.site(), "word"));
    }
    for (Rule rule : rare) {
      if (rule.take(r)) {
        break;
      }
    }
    return r.to();
  }

  private int call(NcclRecord r) {
    switch (calls.outcome()) {
      case WHOLE -> {
        return calls.end();
      }
      case CUT -> {
        if (r.isGlued()) {
          r.torn();
        } else {
          pending.hold(r);
        }
      }
      case BROKEN -> r.torn();
    }
    return r.to();
  }
}
