package dev.ringside.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Joins the calls of one communicator over a cut: the run that the cut divides becomes one. */
final class IncarnationJoin {
  private final TreeMap<CallKey, CallStats> calls = new TreeMap<>();
  private final List<Run> runs;
  private final Incarnation left;
  private final Incarnation right;

  IncarnationJoin(Incarnation left, Incarnation right) {
    this.left = left;
    this.right = right;
    runs = new ArrayList<>(left.firstRuns());
    left.calls().forEach(c -> calls.put(c.key(), c));
    right.calls().forEach(c -> calls.merge(c.key(), c, IncarnationJoin::sum));
  }

  Incarnation result() {
    Run before = left.tail().or(left::head).orElseThrow();
    Run after = right.head().orElseThrow();
    boolean isLeftOneRun = left.tail().isEmpty();
    boolean isRightOneRun = right.tail().isEmpty();
    Optional<Run> head = left.head();
    Optional<Run> tail = right.tail();
    if (before.key().equals(after.key())) {
      Run joined = before.joined(after);
      if (isLeftOneRun) {
        head = Optional.of(joined);
      } else if (isRightOneRun) {
        tail = Optional.of(joined);
      } else {
        close(joined);
      }
    } else {
      if (isLeftOneRun) {
        head = Optional.of(before.followedBy(after));
      } else {
        close(before.followedBy(after));
      }
      if (isRightOneRun) {
        tail = Optional.of(after);
      } else {
        close(after);
      }
    }
    runs.addAll(right.firstRuns());
    List<Run> shown = runs.subList(0, Math.min(runs.size(), SummaryLimits.SHOWN_RUNS));
    return new Incarnation(List.copyOf(calls.values()), head, tail, shown);
  }

  private void close(Run run) {
    runs.add(run);
    // A message over the limit has no entry, and its runs are lost with it.
    calls.computeIfPresent(
        run.key(),
        (key, c) ->
            new CallStats(
                key,
                c.calls(),
                c.firstOffset(),
                c.runs().merge(RunEvidence.of(run.length(), run.isMarked())),
                c.choices()));
  }

  private static CallStats sum(CallStats a, CallStats b) {
    return new CallStats(
        a.key(),
        a.calls() + b.calls(),
        Math.min(a.firstOffset(), b.firstOffset()),
        a.runs().merge(b.runs()),
        Counts.sum(a.choices(), b.choices(), ChoiceCount::choice, Counts::choices));
  }
}
