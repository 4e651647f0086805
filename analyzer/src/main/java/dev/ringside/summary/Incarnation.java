package dev.ringside.summary;

import java.util.List;
import java.util.Optional;

/**
 * Calls of one communicator by one process, in one piece of a source.
 *
 * @param calls in order of key
 * @param head first run: the left neighbour may hold its beginning
 * @param tail last run, where it is not the first: the right neighbour may go on with it
 * @param firstRuns first of the runs between them
 */
public record Incarnation(
    List<CallStats> calls, Optional<Run> head, Optional<Run> tail, List<Run> firstRuns) {

  /** No calls; neutral. */
  public static final Incarnation EMPTY =
      new Incarnation(List.of(), Optional.empty(), Optional.empty(), List.of());

  public Incarnation {
    calls = List.copyOf(calls);
    firstRuns = List.copyOf(firstRuns);
  }

  /** This, followed by {@code right} of the same communicator. */
  Incarnation then(Incarnation right) {
    if (right.calls.isEmpty() && right.head.isEmpty()) {
      return this;
    }
    if (calls.isEmpty() && head.isEmpty()) {
      return right;
    }
    return new IncarnationJoin(this, right).result();
  }
}
