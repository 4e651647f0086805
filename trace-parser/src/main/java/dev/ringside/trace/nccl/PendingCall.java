package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.WrappedLine;
import java.util.Arrays;
import java.util.Optional;

/** A call whose line ended before the record did: perhaps the next line goes on with it. */
final class PendingCall {

  /** No call is longer, however often it was wrapped. */
  private static final int LONGEST = 1024;

  private final CallText call = new CallText();
  private byte[] head = new byte[0];
  private int site;
  private long offset;
  private boolean waiting;

  boolean isWaiting() {
    return waiting;
  }

  void hold(NcclRecord record) {
    head = Arrays.copyOfRange(record.bytes(), record.from(), record.to());
    site = record.site();
    offset = record.line().offset();
    waiting = true;
  }

  /** Whether the line goes on with the call, or is empty; a call so completed is pushed. */
  boolean goesOn(byte[] a, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(a, from, to);
    if (begin == to) {
      return true; // texts that were pasted with every line end doubled
    }
    byte[] text = WrappedCalls.joined(head, Arrays.copyOfRange(a, begin, to), call);
    CallText.Outcome outcome = WrappedCalls.outcome(text, call);
    if (outcome == CallText.Outcome.CUT && begin < to && text.length <= LONGEST) {
      head = text;
      return true;
    }
    Optional<DataType> type = call.type();
    if (outcome != CallText.Outcome.WHOLE || type.isEmpty()) {
      return false;
    }
    waiting = false;
    call.push(site, type.get(), line.sink(), offset);
    return true;
  }

  /** Something else follows: the rest of the call is lost. */
  void giveUp(LineContext line) {
    if (waiting) {
      waiting = false;
      line.sink().loss(WrappedCalls.torn(held(), line.source().name(), offset));
    }
  }

  private WrappedLine held() {
    return new WrappedLine(site, true, Bytes.text(head, 0, head.length));
  }

  /** The piece ends here: the next piece may hold the rest. */
  void leave(LineContext line) {
    if (waiting) {
      waiting = false;
      line.sink().record(held(), offset);
    }
  }
}
