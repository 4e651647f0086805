package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.CallSite;
import java.util.Comparator;

/**
 * Connection lines that say the same.
 *
 * @param initLines Init lines of the thread before them, counted from the start of the piece
 * @param rank which rank's side it is
 * @param highest highest rank at either end of them
 * @param isReceive whether the receiving side wrote them
 * @param firstOffset byte of the first of them
 */
public record ConnectionCount(
    CallSite where,
    long initLines,
    int rank,
    int highest,
    String transport,
    boolean isReceive,
    long count,
    long firstOffset) {

  record Key(CallSite where, long initLines, int rank, String transport, boolean isReceive)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::where, Sites.ORDER)
            .thenComparingLong(Key::initLines)
            .thenComparingInt(Key::rank)
            .thenComparing(Key::transport)
            .thenComparing(Key::isReceive);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  @JsonIgnore
  Key key() {
    return new Key(where, initLines, rank, transport, isReceive);
  }

  static ConnectionCount of(Key key, int highest, long count, long firstOffset) {
    return new ConnectionCount(
        key.where,
        key.initLines,
        key.rank,
        highest,
        key.transport,
        key.isReceive,
        count,
        firstOffset);
  }

  ConnectionCount plus(ConnectionCount other) {
    return of(
        key(),
        Math.max(highest, other.highest),
        count + other.count,
        Math.min(firstOffset, other.firstOffset));
  }

  ConnectionCount behind(long earlierInitLines) {
    return new ConnectionCount(
        where,
        initLines + earlierInitLines,
        rank,
        highest,
        transport,
        isReceive,
        count,
        firstOffset);
  }
}
