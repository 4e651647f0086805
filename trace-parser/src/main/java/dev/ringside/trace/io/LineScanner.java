package dev.ringside.trace.io;

import dev.ringside.trace.record.RepeatedLines;
import dev.ringside.trace.record.Severity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Cuts chunks into lines and lines into texts, and asks the grammars in turn. */
public final class LineScanner {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final int longest;
  private final RecordSplitter splitter;
  private final List<LineGrammar> grammars;
  private final LineContext context;
  private final ForeignPrefixScanner foreign = new ForeignPrefixScanner();
  private final JsonLogLine jsonLog = new JsonLogLine();
  private final RepeatedMark repeated = new RepeatedMark();
  private final RecordSplitter.Rest rest = this::rest;
  private byte[] clean = new byte[4096];
  private long lineOffset;

  /** With lines as long as {@link Limits#DEFAULT} allows. */
  public LineScanner(RecordSplitter splitter, List<LineGrammar> grammars, LineContext context) {
    this(splitter, grammars, context, Limits.DEFAULT);
  }

  public LineScanner(
      RecordSplitter splitter, List<LineGrammar> grammars, LineContext context, Limits limits) {
    this.longest = limits.lineBytes();
    this.splitter = splitter;
    this.grammars = List.copyOf(grammars);
    this.context = context;
  }

  /**
   * Reads whole lines; the last one may lack its line end only at the end of the source.
   *
   * @param offset where {@code a[0]} lies in the source
   */
  public void lines(byte[] a, int from, int to, long offset) {
    int at = from;
    while (true) {
      at = splitter.takeUsual(a, at, to, offset, context);
      if (at >= to) {
        return;
      }
      int end = Bytes.indexOf(a, at, to, (byte) '\n');
      context.unended(end == to);
      if (end - at > longest) {
        tooLong(offset + at);
      } else {
        line(a, at, end, offset + at);
      }
      at = end + 1;
    }
  }

  /** Says what was held back for a following line. */
  public void end() {
    splitter.end(context);
  }

  /** The line at {@code offset} is left out. */
  void tooLong(long offset) {
    context.begin(offset, ForeignPrefix.NONE, false);
    context.loss(
        "line-too-long",
        Severity.DATA_LOSS,
        "a line is longer than " + longest + " bytes: left out");
  }

  private void line(byte[] a, int from, int to, long offset) {
    if (offset == 0 && Bytes.startsWith(a, from, to, BYTE_ORDER_MARK)) {
      physicalLine(a, from + BYTE_ORDER_MARK.length, to, offset);
      return;
    }
    if (from < to && a[from] == 0) {
      behindZeros(a, from, to, offset);
      return;
    }
    if (JsonLogLine.isHere(a, from, to)) {
      Optional<String> text = jsonLog.text(a, from, to);
      if (text.isPresent()) {
        wrapped(text.get(), offset);
        return;
      }
    }
    physicalLine(a, from, to, offset);
  }

  /** A file that was emptied while a program wrote to it goes on behind zero bytes. */
  private void behindZeros(byte[] a, int from, int to, long offset) {
    int begin = from;
    while (begin < to && a[begin] == 0) {
      begin++;
    }
    context.begin(offset, ForeignPrefix.NONE, false);
    context.loss(
        "zero-bytes",
        Severity.DATA_LOSS,
        (begin - from) + " zero bytes: the file was emptied while it was written");
    physicalLine(a, begin, to, offset);
  }

  /** Text that stood inside another format, one line or several. */
  private void wrapped(String text, long offset) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int to = bytes.length;
    byte[] a = Arrays.copyOf(bytes, to + Bytes.SLACK);
    int at = 0;
    do {
      int end = Bytes.indexOf(a, at, to, (byte) '\n');
      physicalLine(a, at, end, offset);
      at = end + 1;
    } while (at < to);
  }

  /** A progress bar writes many states into one line, each behind a carriage return. */
  private void physicalLine(byte[] a, int from, int to, long offset) {
    int at = from;
    while (at < to) {
      int end = Bytes.indexOf(a, at, to, (byte) '\r');
      if (end > at) {
        text(a, at, end, offset);
      }
      at = end + 1;
    }
    if (from == to) {
      text(a, from, to, offset);
    }
  }

  private void text(byte[] a, int from, int to, long offset) {
    int dirty = AnsiColours.firstIn(a, from, to);
    if (dirty < 0) {
      cleanText(a, from, to, offset);
      return;
    }
    int length = to - from;
    if (clean.length < length + Bytes.SLACK) {
      clean = new byte[length * 2 + Bytes.SLACK];
    }
    System.arraycopy(a, from, clean, 0, length);
    int end = AnsiColours.remove(clean, dirty - from, length);
    Arrays.fill(clean, end, Math.min(clean.length, end + Bytes.SLACK), (byte) 0);
    cleanText(clean, 0, end, offset);
  }

  private void cleanText(byte[] a, int from, int lineTo, long offset) {
    lineOffset = offset;
    int to = repeated.begin(a, from, lineTo);
    int begin = foreign.end(a, from, to);
    context.begin(offset, foreign.found(), false);
    if (!splitter.split(a, from, begin, to, context, rest)) {
      context.begin(offset, foreign.found(), false);
      offer(a, begin, to);
    }
    if (repeated.times() > 0) {
      context.sink().record(new RepeatedLines(repeated.times()), offset);
    }
  }

  /** What a record of another writer left of a line may begin with a prefix of its own. */
  private void rest(byte[] a, int from, int to) {
    ForeignPrefix whole = context.prefix();
    int begin = foreign.end(a, from, to);
    if (begin < to) {
      context.begin(lineOffset, foreign.found(), true);
      offer(a, begin, to);
      context.begin(lineOffset, whole, false);
    }
  }

  private void offer(byte[] a, int from, int to) {
    for (int i = 0; i < grammars.size(); i++) {
      if (grammars.get(i).accept(a, from, to, context)) {
        return;
      }
    }
  }
}
