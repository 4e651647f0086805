package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.RingLink;
import dev.ringside.trace.record.RingOrder;
import dev.ringside.trace.record.TreeLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Rings, trees and connections:
 *
 * <pre>
 * Channel 00/02 :    0   1                            order of a ring, rank 0
 * Ring 00 : 1 -> 0 -> 1                               neighbours
 * Tree 0 : -1 -> 0 -> 1/-1/-1      Trees [0] …        NVLS Trees : …
 * Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM           connection; also Channel 00 : and Ring 00 :
 * </pre>
 */
final class ChannelRule implements Rule {

  private static final byte[] ARROW = Bytes.of(" -> ");

  /** Words of transports (NCCL src/transport/p2p.cc, shm.cc, net.cc). */
  private static final Set<String> WORDS =
      Set.of(
          "P2P",
          "SHM",
          "NET",
          "direct",
          "direct pointer",
          "direct shared memory",
          "CUMEM",
          "IPC",
          "MNNVL",
          "indirect",
          "read",
          "CE",
          "IB",
          "Socket",
          "GDRDMA",
          "Shared");

  private final LastTransport transport;

  ChannelRule(LastTransport transport) {
    this.transport = transport;
  }

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    if (c.skip("Channel ")) {
      return channel(record, c);
    }
    if (c.skip("Ring ")) {
      return channel(record, c);
    }
    if (c.skip("Trees [") || c.skip("NVLS Trees : ") || (c.skip("Tree ") && isTree(c))) {
      record.emit(new TreeLinks(record.site(), record.text()));
      return true;
    }
    return false;
  }

  private static boolean isTree(Cursor c) {
    return c.decimal() && c.skip(" : ");
  }

  private boolean channel(NcclRecord record, Cursor c) {
    if (!c.decimal()) {
      return false;
    }
    int channel = (int) c.value();
    int slash = c.skip("/") && c.decimal() ? (int) c.value() : -1;
    if (!c.skip(" :")) {
      return c.ranOut() && torn(record);
    }
    c.blanks();
    if (!c.signed()) {
      return c.atEnd() && torn(record);
    }
    int first = (int) c.value();
    if (c.here() == '[') {
      return connection(record, c, channel, slash, first);
    }
    if (Bytes.startsWith(record.bytes(), c.at(), c.end(), ARROW)) {
      return link(record, c, channel, first);
    }
    return order(record, c, channel, slash, first);
  }

  private static boolean torn(NcclRecord record) {
    record.torn();
    return true;
  }

  private static boolean link(NcclRecord record, Cursor c, int channel, int prev) {
    if (!c.skip(" -> ") || !c.signed()) {
      return torn(record);
    }
    int rank = (int) c.value();
    if (!c.skip(" -> ") || !c.signed()) {
      return torn(record);
    }
    record.emit(new RingLink(record.site(), channel, prev, rank, (int) c.value()));
    return true;
  }

  private static boolean order(NcclRecord record, Cursor c, int channel, int nChannels, int first) {
    List<Integer> ranks = new ArrayList<>();
    ranks.add(first);
    c.blanks();
    while (c.decimal()) {
      ranks.add((int) c.value());
      c.blanks();
    }
    boolean truncated = c.skip("...");
    if (!truncated && !c.atEnd()) {
      return torn(record);
    }
    record.emit(new RingOrder(record.site(), channel, nChannels, ranks, truncated));
    return true;
  }

  private boolean connection(NcclRecord record, Cursor c, int channel, int connection, int from) {
    if (!bracket(c) || !c.skip(" -> ") || !c.signed()) {
      return torn(record);
    }
    int to = (int) c.value();
    if (!bracket(c)) {
      return torn(record);
    }
    boolean receive = c.skip(" [receive]");
    boolean send = !receive && c.skip(" [send]");
    if (!c.skip(" via ") || c.atEnd()) {
      return torn(record);
    }
    if (record.line().isUnended() && isCut(Bytes.text(record.bytes(), c.at(), c.end()))) {
      return torn(record);
    }
    String via = transport.of(record.bytes(), c.at(), c.end(), send || receive);
    record.emit(new ChannelConnection(record.site(), channel, connection, from, to, via, receive));
    return true;
  }

  /** Whether a transport's last word is the begin of one of NCCL's own. */
  private static boolean isCut(String via) {
    String last = via.substring(via.lastIndexOf('/') + 1);
    return !WORDS.contains(last) && WORDS.stream().anyMatch(w -> w.startsWith(last));
  }

  /** {@code [af000]} or {@code [1]}. */
  private static boolean bracket(Cursor c) {
    return c.skip("[") && c.hex() && c.skip("]");
  }
}
