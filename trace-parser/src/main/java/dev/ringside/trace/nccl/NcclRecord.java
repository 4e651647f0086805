package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;

/** The message that the rules look at, and where what they find goes. */
final class NcclRecord {

  private final Cursor cursor = new Cursor();
  private byte[] a = new byte[0];
  private int from;
  private int to;
  private int site;
  private RecordHeader header = new RecordHeader();
  private LineContext line = new LineContext(new Source("", ""), new TraceSink() {});
  private boolean glued;

  /** A line that has no header. */
  void bare(byte[] bytes, int lineFrom, int lineTo, LineContext in) {
    a = bytes;
    from = lineFrom;
    to = lineTo;
    glued = false;
    line = in;
    site = -1;
  }

  /** A message behind its header. */
  void set(
      RecordHeader itsHeader,
      byte[] bytes,
      int messageTo,
      boolean isGlued,
      LineContext in,
      int itsSite) {
    header = itsHeader;
    a = bytes;
    from = itsHeader.message();
    to = messageTo;
    glued = isGlued;
    line = in;
    site = itsSite;
  }

  /** A cursor at the begin of the message. */
  Cursor cursor() {
    return cursor.on(a, from, to);
  }

  byte[] bytes() {
    return a;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  int site() {
    return site;
  }

  /** The writer's number in this piece, with the rank that the message itself states. */
  int siteOfRank(int rank) {
    return line.site(header.site(line, rank, -1));
  }

  RecordHeader header() {
    return header;
  }

  LineContext line() {
    return line;
  }

  /** Whether another writer's text goes on right behind this message. */
  boolean isGlued() {
    return glued;
  }

  boolean startsWith(String literal) {
    return cursor().skip(literal);
  }

  /** The whole message, without blanks at its end. */
  String text() {
    return Bytes.text(a, from, to).stripTrailing();
  }

  void emit(TraceRecord record) {
    line.sink().record(record, line.offset());
  }

  /** The message is of a known kind, but not whole. */
  void torn() {
    if (glued) {
      line.loss("torn-by-record", Severity.DATA_LOSS, "cut by the record behind it: " + excerpt());
    } else if (line.isUnended()) {
      truncated();
    } else {
      line.loss(
          "torn-record", Severity.DATA_LOSS, "cut or overwritten by another writer: " + excerpt());
    }
  }

  /** The source ends before the message begins. */
  void truncated() {
    line.loss(
        "truncated-record", Severity.DATA_LOSS, "the input ends inside a record: " + excerpt());
  }

  private String excerpt() {
    return Bytes.text(a, from, Math.min(to, from + 80));
  }
}
