package dev.ringside.summary;

/** Connection lines that say the same, while a piece is read. */
final class ConnectionTally {
  private final ConnectionCount.Key key;
  private final long firstOffset;
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

  void add() {
    count++;
  }

  ConnectionCount total() {
    return ConnectionCount.of(key, count, firstOffset);
  }
}
