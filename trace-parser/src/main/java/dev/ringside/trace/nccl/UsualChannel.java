package dev.ringside.trace.nccl;

import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.TraceSink;

/**
 * The usual shape of a connection within a node, {@code Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM},
 * whose transport is the one that the general way read last: ten thousands of them stand in front
 * of the first call of a large job.
 */
final class UsualChannel {

  static final Literal CHANNEL = Literal.of("Channel ");
  private static final Literal COLON = Literal.of(" : ");
  private static final Literal ARROW = Literal.of("] -> ");
  private static final Literal VIA = Literal.of("] via ");

  private final LastTransport transport;

  UsualChannel(LastTransport transport) {
    this.transport = transport;
  }

  /** Reads and pushes what stands behind {@code Channel }; begin of the next line, or -1. */
  int read(byte[] a, int from, int site, TraceSink sink, long offset) {
    long channel = FieldScanner.number(a, from);
    int at = from + FieldScanner.length(channel);
    if (channel < 0 || a[at] != '/') {
      return -1;
    }
    long connection = FieldScanner.number(a, at + 1);
    at += 1 + FieldScanner.length(connection);
    if (connection < 0 || !COLON.isAt(a, at)) {
      return -1;
    }
    at += COLON.length();
    long sender = FieldScanner.number(a, at);
    at = deviceEnd(a, at + FieldScanner.length(sender));
    if (sender < 0 || at < 0 || !ARROW.isAt(a, at)) {
      return -1;
    }
    at += ARROW.length();
    long receiver = FieldScanner.number(a, at);
    at = deviceEnd(a, at + FieldScanner.length(receiver));
    if (receiver < 0 || at < 0 || !VIA.isAt(a, at)) {
      return -1;
    }
    at += VIA.length();
    int end = at + transport.length();
    if (!transport.isAt(a, at) || a[end] != '\n') {
      return -1;
    }
    sink.record(
        new ChannelConnection(
            site,
            (int) FieldScanner.value(channel),
            (int) FieldScanner.value(connection),
            (int) FieldScanner.value(sender),
            (int) FieldScanner.value(receiver),
            transport.transport(),
            false),
        offset);
    return end + 1;
  }

  /** From a bracket over one to seven lower-case hexadecimal digits; -1 where they are not. */
  private static int deviceEnd(byte[] a, int from) {
    if (a[from] != '[') {
      return -1;
    }
    int at = from + 1;
    while (at < from + 8 && isHexDigit(a[at])) {
      at++;
    }
    return at > from + 1 ? at : -1;
  }

  private static boolean isHexDigit(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f');
  }
}
