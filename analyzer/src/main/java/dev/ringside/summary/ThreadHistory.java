package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.CallSite;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What one thread did in one piece of a source, as far as neighbours need it.
 *
 * @param initLines Init lines that it wrote
 * @param head first calls and their tuning lines: the left neighbour may hold more of the calls
 * @param tail last of them, where it is not the first
 */
public record ThreadHistory(
    String host,
    long pid,
    long tid,
    long initLines,
    Optional<ChoiceBlock> head,
    Optional<ChoiceBlock> tail) {

  /** Which thread; sorts histories. */
  public record Key(String host, long pid, long tid) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::host).thenComparingLong(Key::pid).thenComparingLong(Key::tid);

    static Key of(CallSite where) {
      return new Key(Sites.host(where), where.pid(), where.tid());
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  @JsonIgnore
  public Key key() {
    return new Key(host, pid, tid);
  }

  ThreadHistory moved(UnaryOperator<ChoiceBlock> move) {
    return new ThreadHistory(host, pid, tid, initLines, head.map(move), tail.map(move));
  }

  /**
   * This, followed by {@code right} of the same thread.
   *
   * @param whole gets the blocks whose tuning lines can be tied to calls now
   * @param overLimit gets the number of tuning lines that are dropped
   */
  ThreadHistory then(
      ThreadHistory right, Consumer<ChoiceBlock> whole, Consumer<Integer> overLimit) {
    long lines = initLines + right.initLines;
    if (right.head.isEmpty()) {
      return new ThreadHistory(host, pid, tid, lines, head, tail);
    }
    if (head.isEmpty()) {
      return new ThreadHistory(host, pid, tid, lines, right.head, right.tail);
    }
    ChoiceBlock before = tail.or(() -> head).orElseThrow();
    ChoiceBlock after = right.head.orElseThrow();
    boolean isLeftOneBlock = tail.isEmpty();
    boolean isRightOneBlock = right.tail.isEmpty();
    Optional<ChoiceBlock> first = head;
    Optional<ChoiceBlock> last = right.tail;
    if (before.goesOnWith(after)) {
      overLimit.accept(before.answersOverLimit(after));
      ChoiceBlock joined = before.joined(after);
      if (isLeftOneBlock) {
        first = Optional.of(joined);
      } else if (isRightOneBlock) {
        whole.accept(joined);
        last = Optional.of(joined.settled());
      } else {
        whole.accept(joined);
      }
    } else {
      if (isRightOneBlock) {
        whole.accept(after);
        last = Optional.of(after.settled());
      } else {
        whole.accept(after);
      }
    }
    return new ThreadHistory(host, pid, tid, lines, first, last);
  }
}
