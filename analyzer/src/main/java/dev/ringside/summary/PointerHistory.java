package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The communicators that one process had at one pointer, in one piece of a source.
 *
 * @param isCompleteFirst whether the first line about their making or end is an Init COMPLETE: then
 *     the Init START may stand in the left neighbour
 * @param creation what the last such line said
 * @param incarnations the first holds what comes before any such line, so it belongs to the last
 *     communicator of the left neighbour
 */
public record PointerHistory(
    String host,
    long pid,
    long comm,
    boolean isCompleteFirst,
    Creation creation,
    List<Incarnation> incarnations) {

  /** Where the making of the latest communicator stands. */
  public enum Creation {
    /** Nothing of it in this piece. */
    UNSEEN,
    /** Init START was the last word. */
    OPEN,
    /** Complete, destroyed or aborted. */
    CLOSED
  }

  /** Whose pointer it is; sorts histories. */
  public record Key(String host, long pid, long comm) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::host).thenComparingLong(Key::pid).thenComparingLong(Key::comm);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  public PointerHistory {
    incarnations = List.copyOf(incarnations);
  }

  @JsonIgnore
  public Key key() {
    return new Key(host, pid, comm);
  }

  /** Number, counted in both pieces together, of incarnation {@code i} of the right neighbour. */
  int shifted(PointerHistory right, int i) {
    int last = incarnations.size() - 1;
    boolean sharesOne = creation == Creation.OPEN && right.isCompleteFirst;
    int shifted = sharesOne ? last + Math.max(0, i - 1) : last + i;
    return Math.min(shifted, SummaryLimits.INCARNATIONS - 1);
  }

  /** This, followed by {@code right} of the same pointer. */
  PointerHistory then(PointerHistory right) {
    List<Incarnation> all = new ArrayList<>(incarnations);
    for (int i = 0; i < right.incarnations.size(); i++) {
      int at = shifted(right, i);
      if (at < all.size()) {
        all.set(at, all.get(at).then(right.incarnations.get(i)));
      } else {
        all.add(right.incarnations.get(i));
      }
    }
    boolean isUnseen = creation == Creation.UNSEEN;
    return new PointerHistory(
        host,
        pid,
        comm,
        isUnseen ? right.isCompleteFirst : isCompleteFirst,
        right.creation == Creation.UNSEEN ? creation : right.creation,
        all);
  }
}
