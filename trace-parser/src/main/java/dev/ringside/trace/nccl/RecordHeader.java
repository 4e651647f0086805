package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.record.CallSite;

/**
 * The part of a record in front of its message, found from {@code NCCL LEVEL} backwards:
 *
 * <pre>
 * HOST:PID:TID [DEV] NCCL INFO                        all releases
 * HOST:PID:TID [DEV] FILE:LINE NCCL WARN              to 2.30.4
 * HOST:PID:TID [DEV] FILE:LINE (FUNC) NCCL WARN       2.30.7
 * HOST:PID:TID [DEV] MS FUNC:LINE NCCL TRACE
 * HOST:PID:TID NCCL CALL
 * HOST:PID:TID [DEV] MICROSECONDS NCCL INFO           RCCL
 * </pre>
 *
 * <p>(NCCL src/debug.cc, ncclDebugLog.) Any part in front of NCCL may have been cut off by a
 * collector.
 */
final class RecordHeader {

  /** Level of a record; others than these print nothing of interest. */
  enum Level {
    INFO,
    WARN,
    TRACE,
    CALL
  }

  private static final byte[] MARK = Bytes.of("NCCL ");
  private static final Level[] LEVELS = Level.values();
  private static final byte[][] LEVEL_WORDS = {
    Bytes.of("INFO "), Bytes.of("WARN "), Bytes.of("TRACE "), Bytes.of("CALL ")
  };

  /** Words between device and level: MS and FUNC:LINE, or FILE:LINE and (FUNC). */
  private static final int MOST_MIDDLE_WORDS = 2;

  private byte[] a = new byte[0];
  private int mark;
  private int begin;
  private int message;
  private Level level = Level.INFO;
  private int hostFrom;
  private int hostTo;
  private long pid;
  private long tid;
  private int device;
  private int deviceEnd;
  private int middleFrom;
  private int middleTo;

  /** Looks for the next record at or after {@code at} and reads its header. */
  boolean find(byte[] bytes, int lineFrom, int at, int to) {
    a = bytes;
    int i = at;
    while (true) {
      i = Bytes.indexOf(bytes, i, to, MARK);
      if (i < 0) {
        return false;
      }
      for (int k = 0; k < LEVEL_WORDS.length; k++) {
        if (Bytes.startsWith(bytes, i + MARK.length, to, LEVEL_WORDS[k])) {
          level = LEVELS[k];
          mark = i;
          message = i + MARK.length + LEVEL_WORDS[k].length;
          readBackwards(lineFrom);
          return true;
        }
      }
      i += MARK.length;
    }
  }

  private void readBackwards(int lineFrom) {
    begin = mark;
    hostFrom = mark;
    hostTo = mark;
    pid = -1;
    tid = -1;
    device = -1;
    deviceEnd = -1;
    middleFrom = mark;
    middleTo = mark;
    int end = mark;
    for (int words = 0; words <= MOST_MIDDLE_WORDS; words++) {
      if (end - 1 <= lineFrom || a[end - 1] != ' ') {
        break;
      }
      int wordTo = end - 1;
      int word = wordBegin(lineFrom, wordTo);
      if (isDevice(word, wordTo)) {
        deviceEnd = wordTo;
        begin = word;
        host(lineFrom, word - 1);
        middle(end);
        return;
      }
      if (words == 0 && level == Level.CALL) {
        host(lineFrom, wordTo);
        return;
      }
      if (!isMiddle(word, wordTo)) {
        break;
      }
      end = word;
    }
    if (level == Level.WARN || level == Level.TRACE) {
      middle(end);
      begin = end;
      hostFrom = end;
      hostTo = end;
    }
  }

  private void middle(int from) {
    middleFrom = from;
    middleTo = Math.max(from, mark - 1);
  }

  private int wordBegin(int lineFrom, int wordTo) {
    int i = wordTo;
    while (i > lineFrom && a[i - 1] != ' ') {
      i--;
    }
    return i;
  }

  /** {@code [0]}; text may be glued in front of the bracket only where a host stands there. */
  private boolean isDevice(int from, int to) {
    if (to - from < 3 || a[from] != '[' || a[to - 1] != ']') {
      return false;
    }
    int digits = a[from + 1] == '-' ? from + 2 : from + 1;
    long number = Bytes.decimal(a, digits, to - 1);
    if (number < 0 || number > 9999) {
      return false;
    }
    device = (int) (digits == from + 1 ? number : -number);
    return true;
  }

  private boolean isMiddle(int from, int to) {
    if (level == Level.INFO) {
      return to - from >= 15 && Bytes.decimal(a, from, to) > 0; // RCCL's epoch in microseconds
    }
    if (level == Level.TRACE) {
      return true;
    }
    return level == Level.WARN && ((a[from] == '(' && a[to - 1] == ')') || isPlace(from, to));
  }

  /** {@code init.cc:497} or {@code ofi_process_cq:196}. */
  private boolean isPlace(int from, int to) {
    int digits = to;
    while (digits > from && Bytes.isDigit(a[digits - 1])) {
      digits--;
    }
    return digits < to && digits - 1 > from && a[digits - 1] == ':';
  }

  /** {@code HOST:PID:TID} that ends at {@code to}. */
  private void host(int lineFrom, int to) {
    int tidFrom = digitsBegin(lineFrom, to);
    int pidTo = tidFrom - 1;
    int pidFrom = pidTo > lineFrom && a[pidTo] == ':' ? digitsBegin(lineFrom, pidTo) : pidTo;
    int end = pidFrom - 1;
    if (tidFrom == to || pidFrom >= pidTo || end < lineFrom || a[end] != ':') {
      return;
    }
    int from = end;
    while (from > lineFrom && isHostByte(a[from - 1])) {
      from--;
    }
    if (from == end) {
      return;
    }
    if (isBehindColumn(lineFrom, from)) {
      from = behindNumber(from, end);
    }
    hostFrom = from;
    hostTo = end;
    pid = Bytes.decimal(a, pidFrom, pidTo);
    tid = Bytes.decimal(a, tidFrom, to);
    begin = from;
  }

  private int digitsBegin(int from, int to) {
    int i = to;
    while (i > from && Bytes.isDigit(a[i - 1])) {
      i--;
    }
    return i;
  }

  /** Whether a table's number stands in front, padded; other blanks are of prefixes. */
  private boolean isBehindColumn(int lineFrom, int from) {
    int i = from;
    while (i > lineFrom && a[i - 1] == ' ') {
      i--;
    }
    return from - i >= 2 && i > lineFrom && Bytes.isDigit(a[i - 1]);
  }

  /** A number with a point runs into the host where a table's cell was cut: {@code 351.node01}. */
  private int behindNumber(int from, int to) {
    int point = Bytes.digitsEnd(a, from, to);
    if (point == from || point == to || a[point] != '.') {
      return from;
    }
    int end = Bytes.digitsEnd(a, point + 1, to);
    return end < to && Character.isLetter(a[end]) ? end : from;
  }

  private static boolean isHostByte(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || Bytes.isDigit(b)
        || b == '-'
        || b == '.'
        || b == '_';
  }

  /** First byte of the record. */
  int begin() {
    return begin;
  }

  /** First byte of the message. */
  int message() {
    return message;
  }

  Level level() {
    return level;
  }

  int hostFrom() {
    return hostFrom;
  }

  int hostTo() {
    return hostTo;
  }

  /**
   * The record begins where its host does: what runs into the host belongs to another writer.
   *
   * @param textFrom where that writer's text begins
   * @param previous the record in front on the same line, or this one
   */
  void cutHost(byte[] bytes, int textFrom, RecordHeader previous) {
    if (hostTo > hostFrom) {
      hostFrom = GluedHost.begin(bytes, textFrom, this, previous);
      begin = hostFrom;
    }
  }

  /** Index of the bracket that closes the device, where the header has every part; else -1. */
  int usualEnd() {
    boolean usual = level == Level.INFO && hostTo > hostFrom && deviceEnd == mark - 1;
    return usual ? deviceEnd - 1 : -1;
  }

  /** Whether RCCL's time stamp stands behind the device. */
  boolean hasEpochStamp() {
    return level == Level.INFO && middleTo > middleFrom;
  }

  /** {@code FILE:LINE} of a warning; empty where not printed. */
  String where() {
    if (level != Level.WARN || middleTo <= middleFrom) {
      return "";
    }
    String text = Bytes.text(a, middleFrom, middleTo);
    int blank = text.indexOf(' ');
    return blank < 0 ? text : text.substring(0, blank);
  }

  /** The writer, completed by what the foreign prefix of the line says. */
  CallSite site(LineContext line, int rank, int label) {
    String address = line.prefix().address();
    String host = Bytes.text(a, hostFrom, hostTo);
    long process = pid < 0 ? line.prefix().pid() : pid;
    return new CallSite(host, process, tid, device, rank, address, label);
  }
}
