package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.WrappedLine;
import java.nio.charset.StandardCharsets;

/** Puts call records together that were wrapped over two lines. */
public final class WrappedCalls {

  /** A whole call, cut behind each blank to see whether a line could be its second half. */
  private static final String SAMPLE =
      "AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x1 count 1 datatype 0 op 0 root 0 comm 0x1 "
          + "[nranks=1] stream 0x1";

  private WrappedCalls() {}

  /**
   * Pushes the call that the end of one piece and the begin of the next make together.
   *
   * @param site number of the head's writer in the sink
   * @return whether they make one; then it is in the sink
   */
  public static boolean join(
      WrappedLine head, WrappedLine tail, int site, TraceSink sink, long offset) {
    CallText call = new CallText();
    byte[] text = joined(bytes(head.text()), bytes(tail.text()), call);
    if (outcome(text, call) != CallText.Outcome.WHOLE || call.type().isEmpty()) {
      return false;
    }
    call.push(site, call.type().get(), sink, offset);
    return true;
  }

  /** What a head is that no tail follows. */
  public static Loss torn(WrappedLine head, String source, long offset) {
    return new Loss(
        "torn-record",
        Severity.DATA_LOSS,
        source,
        offset,
        "the line ends inside the record: " + head.text());
  }

  /** The joined text that fits best: the line end stands for a blank, or for nothing. */
  static byte[] joined(byte[] head, byte[] tail, CallText call) {
    byte[] blank = concat(head, " ", tail);
    return outcome(blank, call) == CallText.Outcome.BROKEN ? concat(head, "", tail) : blank;
  }

  static CallText.Outcome outcome(byte[] text, CallText call) {
    return call.read(new Cursor().on(text, 0, text.length));
  }

  /** Whether a line can be the second half of a call: it ends with one and begins inside it. */
  static boolean isTail(String line) {
    if (!line.startsWith("0x") && !line.contains("stream ")) {
      return false;
    }
    CallText call = new CallText();
    byte[] tail = bytes(line);
    for (int cut = SAMPLE.indexOf(' '); cut >= 0; cut = SAMPLE.indexOf(' ', cut + 1)) {
      byte[] head = bytes(SAMPLE.substring(0, cut));
      if (outcome(joined(head, tail, call), call) == CallText.Outcome.WHOLE) {
        return true;
      }
    }
    return false;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] concat(byte[] head, String between, byte[] tail) {
    byte[] all = new byte[head.length + between.length() + tail.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(Bytes.of(between), 0, all, head.length, between.length());
    System.arraycopy(tail, 0, all, head.length + between.length(), tail.length);
    return all;
  }
}
