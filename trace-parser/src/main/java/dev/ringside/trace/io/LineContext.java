package dev.ringside.trace.io;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.HashMap;
import java.util.Map;

/** Where a line stands and where its content goes. One for each piece of a source. */
public final class LineContext {
  /** Writers that are told apart in one piece: four threads of four thousand ranks. */
  private static final int MOST_SITES = 1 << 14;

  private final Source source;
  private final TraceSink sink;
  private final Map<CallSite, Integer> sites = new HashMap<>();
  private ForeignPrefix prefix = ForeignPrefix.NONE;
  private int overflow = -1;
  private long offset;
  private boolean fragment;
  private boolean unended;

  public LineContext(Source source, TraceSink sink) {
    this.source = source;
    this.sink = sink;
  }

  public Source source() {
    return source;
  }

  public TraceSink sink() {
    return sink;
  }

  /** Where the physical line begins, in bytes from the start of the decompressed source. */
  public long offset() {
    return offset;
  }

  /** What stood in front of the line. */
  public ForeignPrefix prefix() {
    return prefix;
  }

  /** Whether the text is what a record of another writer left of a line that it cut. */
  public boolean isFragment() {
    return fragment;
  }

  /** Whether the source ends inside the line, or right behind it without a line end. */
  public boolean isUnended() {
    return unended;
  }

  void unended(boolean lacksItsEnd) {
    unended = lacksItsEnd;
  }

  /**
   * Number of a call site in this piece; the sink hears of it before its first use. Past {@link
   * #MOST_SITES} all further ones are one that is not known.
   */
  public int site(CallSite where) {
    Integer known = sites.get(where);
    if (known != null) {
      return known;
    }
    if (sites.size() == MOST_SITES) {
      return overflow();
    }
    int site = sites.size();
    sites.put(where, site);
    sink.site(site, where);
    return site;
  }

  /** One site for all that are too many. */
  private int overflow() {
    if (overflow < 0) {
      overflow = MOST_SITES;
      sink.site(overflow, CallSite.UNKNOWN);
      loss(
          "too-many-writers",
          Severity.INFO,
          "more than " + MOST_SITES + " threads write here; the rest counts as one");
    }
    return overflow;
  }

  /** The call site that the foreign prefix names, as far as it does. */
  public int site() {
    return site(new CallSite("", prefix.pid(), -1, -1, -1, prefix.address()));
  }

  /** Reports that the current line, or a part of it, could not be used. */
  public void loss(String name, Severity severity, String detail) {
    sink.loss(new Loss(name, severity, source.name(), offset, detail));
  }

  void begin(long lineOffset, ForeignPrefix linePrefix, boolean isFragment) {
    offset = lineOffset;
    prefix = linePrefix;
    fragment = isFragment;
  }
}
