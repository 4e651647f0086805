package dev.ringside.summary;

import dev.ringside.trace.record.ChannelConnection;

/** Connection lines that say the same, while a piece is read. */
final class ConnectionTally {
  private final ConnectionCount.Key key;
  private final long firstOffset;
  private int highest = -1;
  private long count;

  ConnectionTally(ConnectionCount.Key key, long firstOffset) {
    this.key = key;
    this.firstOffset = firstOffset;
  }

  /** Whether a line of the same writer belongs here: one rank writes many of them in a row. */
  boolean isAlike(long initLines, int rank, String transport, boolean isReceive) {
    return key.initLines() == initLines
        && key.rank() == rank
        && key.isReceive() == isReceive
        && key.transport().equals(transport);
  }

  void add(ChannelConnection line) {
    count++;
    highest = Math.max(highest, Math.max(line.from(), line.to()));
  }

  ConnectionCount total() {
    return ConnectionCount.of(key, highest, count, firstOffset);
  }
}
