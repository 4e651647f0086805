package dev.ringside.summary;

import dev.ringside.summary.SummaryBuilder.Writer;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.SymmetricChoice;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TuningChoice;
import dev.ringside.trace.record.WrappedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A piece while it is read. */
final class OpenPiece {
  private final CallTable calls = new CallTable();
  private final ChoiceTable choices = new ChoiceTable();
  private final OpenMembers members = new OpenMembers();
  private final Map<ThreadHistory.Key, OpenThread> threads = new HashMap<>();
  private final List<Writer> writers = new ArrayList<>();
  private final List<RareLine> rare = new ArrayList<>();
  private final Map<ConnectionCount.Key, ConnectionTally> connections = new TreeMap<>();
  private final SiteRemover sites;
  private final TunedTable tuned = new TunedTable();
  private final Map<BatchLines.Key, BatchLines> batches = new TreeMap<>();
  private final Map<KernelRuns.Key, KernelRuns> kernels = new HashMap<>();
  private LossLog losses = LossLog.EMPTY;
  private Optional<WrappedHead> openCall = Optional.empty();
  private Optional<String> callTail = Optional.empty();
  private long groupChoices;
  private long looseChoices;
  private int inits;

  OpenPiece(SiteRemover sites) {
    this.sites = sites;
  }

  /** Roughly how many things the piece holds. */
  int size() {
    // An incarnation may be empty, and there must be fewer in a piece than are told apart.
    return calls.size()
        + choices.size()
        + tuned.size()
        + rare.size()
        + connections.size()
        + batches.size()
        + kernels.size()
        + inits * 16;
  }

  void enter(Writer w) {
    w.process = members.process(Sites.host(w.where), w.where.pid());
    w.group = members.writer(w.where.device(), w.where.rank());
    ThreadHistory.Key key = ThreadHistory.Key.of(w.where);
    w.thread = threads.computeIfAbsent(key, k -> new OpenThread(k, w.process));
    w.lastMember = null;
    w.lastConnection = null;
    writers.add(w);
  }

  OpenMember member(Writer w, long comm) {
    w.lastComm = comm;
    w.lastMember = members.current(w.process, comm);
    return w.lastMember;
  }

  /** Whether the piece has grown by a message. */
  boolean startRun(
      OpenMember m, int kind, int writer, long count, int nRanks, long stream, long offset) {
    int before = calls.size();
    m.endRun(calls, kind);
    m.message = calls.find(m.number, writer, kind, count, nRanks, stream, offset);
    m.kind = kind;
    m.writer = writer;
    m.count = count;
    m.nRanks = nRanks;
    m.stream = stream;
    m.length = 1;
    m.offset = offset;
    return calls.size() > before;
  }

  /** Whether the piece has grown. */
  boolean choice(Writer w, TuningChoice choice, long offset) {
    boolean isNew = tuned.add(choice, offset);
    OpenThread t = w.thread;
    if (!t.answer()) {
      looseChoices++;
    } else if (t.isInHead()) {
      t.keepForHead(PendingChoice.of(choice));
    } else {
      int message = PendingCalls.answeredBy(t, calls, choice.op(), choice.bytes());
      if (message >= 0) {
        isNew |= choices.add(message, choice, choice.channels());
      } else if (message == PendingCalls.GROUP) {
        groupChoices++;
      } else {
        looseChoices++;
      }
    }
    return isNew;
  }

  void kernel(CallSite where, Kernel kernel, long bytes, int nRanks, boolean replayed, double us) {
    boolean isTimed = !Double.isNaN(us);
    long ns = isTimed ? Math.round(us * 1000) : 0;
    KernelRuns run =
        new KernelRuns(where, kernel, bytes, nRanks, replayed, 1, isTimed ? 1 : 0, ns, ns, ns);
    kernels.merge(run.key(), run, KernelRuns::plus);
  }

  void record(Writer w, TraceRecord record, long offset) {
    if (record instanceof CommunicatorInit init) {
      w.thread.initLines++;
      inits++;
      if (isPointer(init)) {
        members.init(w.process, init.comm(), init.stage());
        forgetMembers();
      }
    } else if (record instanceof CommunicatorEnd end) {
      members.end(w.process, end.comm());
    } else if (record instanceof SymmetricChoice s) {
      w.thread.answerElsewhere();
      tuned.addSymmetric(s.op(), s.bytes(), s.kernel(), offset);
      return;
    } else if (record instanceof ChannelConnection c) {
      connection(w, c, offset);
      return;
    }
    record(w.where, record, offset);
  }

  private void connection(Writer w, ChannelConnection c, long offset) {
    long initLines = w.thread.initLines;
    int rank = c.receive() ? c.to() : c.from();
    if (w.lastConnection == null
        || !w.lastConnection.isAlike(initLines, rank, c.transport(), c.receive())) {
      w.lastConnection =
          connections.computeIfAbsent(
              new ConnectionCount.Key(w.where, initLines, rank, c.transport(), c.receive()),
              key -> new ConnectionTally(key, offset));
    }
    w.lastConnection.add(c);
  }

  void record(CallSite where, TraceRecord record, long offset) {
    if (record instanceof WrappedLine w) {
      if (w.head()) {
        openCall = Optional.of(new WrappedHead(where, w.text(), offset));
      } else {
        callTail = Optional.of(w.text());
      }
      return;
    }
    Optional<BatchLines> batch = BatchLines.of(record);
    batch.ifPresent(b -> batches.merge(b.key(), b, BatchLines::plus));
    rare.add(new RareLine(offset, where, sites.remove(record), 1));
  }

  void loss(Loss loss) {
    losses = losses.plus(LossLog.of(loss));
  }

  /** Formats without pointers say the commId instead, which never names a second communicator. */
  static boolean isPointer(CommunicatorInit init) {
    return init.comm() != init.commId();
  }

  private void forgetMembers() {
    writers.forEach(w -> w.lastMember = null);
  }

  Piece piece(long from, long to, boolean isLast) {
    List<ConnectionCount> connectionList =
        connections.values().stream().map(ConnectionTally::total).toList();
    PieceWriter out = new PieceWriter(calls, choices, members);
    return new Piece(
        from,
        to,
        isLast,
        out.pointers(),
        out.threads(threads.values()),
        groupChoices,
        looseChoices,
        RareLines.of(rare),
        connectionList,
        tuned.sorted(),
        List.copyOf(batches.values()),
        kernels.values().stream().sorted(Comparator.comparing(KernelRuns::key)).toList(),
        losses,
        openCall,
        callTail,
        0,
        0);
  }
}
