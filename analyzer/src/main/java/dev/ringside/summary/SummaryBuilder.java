package dev.ringside.summary;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Summarises one piece of one source while a reader pushes it.
 *
 * <pre>{@code
 * SummaryBuilder builder = new SummaryBuilder(new Source("run.log", "nccl-log"), 0);
 * // a reader calls site, collective, choice, record, loss
 * TraceSummary summary = builder.finish(length, true);
 * }</pre>
 *
 * <p>When what it holds grows too large it cuts the piece itself and joins the parts by the law of
 * {@link TraceSummary}, which is where limits are kept.
 */
public final class SummaryBuilder implements TraceSink {
  // Above it the tables leave the processor's caches; below it joining the parts costs more.
  private static final int SIZE_TO_CUT_AT = 1 << 13;

  private final Source source;
  private final SiteRemover sites;
  private final List<Writer> writers = new ArrayList<>();
  private Writer[] bySite = new Writer[16];
  private Optional<Piece> before = Optional.empty();
  private OpenPiece open;
  private long from;

  /**
   * A builder for one piece.
   *
   * @param from first byte of the piece behind decompression
   */
  public SummaryBuilder(Source source, long from) {
    this(source, from, new SiteRemover());
  }

  SummaryBuilder(Source source, long from, SiteRemover sites) {
    this.source = source;
    this.sites = sites;
    this.from = from;
    open = new OpenPiece(sites);
  }

  @Override
  public void site(int site, CallSite where) {
    if (site >= bySite.length) {
      bySite = Arrays.copyOf(bySite, Math.max(site + 1, bySite.length * 2));
    }
    Writer writer = new Writer(where);
    writers.add(writer);
    bySite[site] = writer;
    open.enter(writer);
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
    Writer w = bySite[site];
    OpenMember m = w.lastMember != null && w.lastComm == comm ? w.lastMember : open.member(w, comm);
    int kind = CallTable.kind(op, type, redOp);
    if (m.isNext(kind, w.group, count, nRanks, stream)) {
      m.length++;
      w.thread.call(m.message);
      return;
    }
    boolean isNew = open.startRun(m, kind, w.group, count, nRanks, stream, offset);
    w.thread.call(m.message);
    if (isNew) {
      cutIfLarge(offset);
    }
  }

  @Override
  public void choice(int site, TuningChoice choice, long offset) {
    if (open.choice(bySite[site], choice, offset)) {
      cutIfLarge(offset);
    }
  }

  @Override
  public void kernel(
      int site, Kernel kernel, long bytes, int nRanks, boolean replayed, double us, long offset) {
    open.kernel(bySite[site].where, kernel, bytes, nRanks, replayed, us);
    cutIfLarge(offset);
  }

  @Override
  public void record(TraceRecord record, long offset) {
    int site = record.site();
    if (site < 0) {
      open.record(CallSite.UNKNOWN, record, offset);
    } else {
      open.record(bySite[site], record, offset);
    }
    cutIfLarge(offset);
  }

  @Override
  public void loss(Loss loss) {
    open.loss(loss);
  }

  private void cutIfLarge(long offset) {
    if (open.size() > SIZE_TO_CUT_AT) {
      // Where exactly does not matter: nothing else ever touches this cut.
      long to = Math.max(from, offset);
      Piece piece = open.piece(from, to, false);
      before = Optional.of(before.map(b -> b.then(piece, source.name())).orElse(piece));
      from = to;
      open = new OpenPiece(sites);
      writers.forEach(open::enter);
    }
  }

  /**
   * The summary of the piece.
   *
   * @param to first byte behind the piece
   * @param isLast whether the source ends there
   */
  public TraceSummary finish(long to, boolean isLast) {
    // Whoever reads a stream does not know its length: a last piece has no other end.
    Piece rest = open.piece(from, isLast ? Long.MAX_VALUE : Math.max(from, to), isLast);
    return TraceSummary.of(source, before.map(b -> b.then(rest, source.name())).orElse(rest));
  }

  /** One writer of the piece, with what it used last. */
  static final class Writer {
    final CallSite where;
    OpenThread thread;
    int process;
    int group;
    ConnectionTally lastConnection;
    long lastComm;
    OpenMember lastMember;

    Writer(CallSite where) {
      this.where = where;
    }
  }
}
