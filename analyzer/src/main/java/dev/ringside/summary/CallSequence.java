package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Calls per pass from how AllReduces of one rank follow each other: every pass is a whole number of
 * them, so a pass divides every run. Confirmed where runs of different multiplicity agree (a
 * capture of one pass behind two warm-ups, prefill of several), or where another collective ends
 * every run; a divisor that nothing confirms is an upper bound.
 */
final class CallSequence {
  private final Set<Long> lengths = new HashSet<>();
  private long divisor;
  private long runs;
  private long marked;

  private CallSequence() {}

  /** Of all AllReduces of the member but its barriers; nothing where every divisor is 1. */
  static Optional<Figure> of(Member member) {
    CallSequence all = new CallSequence();
    for (CallStats c : member.calls()) {
      if (isCounted(c.key())) {
        all.add(c.runs());
      }
    }
    List<Run> open = member.openRuns();
    for (int i = 0; i < open.size(); i++) {
      if (isCounted(open.get(i).key())) {
        boolean isLast = i == open.size() - 1;
        all.add(RunEvidence.of(open.get(i).length(), isLast || open.get(i).isMarked()));
      }
    }
    return all.figure();
  }

  private static boolean isCounted(CallKey key) {
    return key.collective() == Collective.ALL_REDUCE && !MessageKey.isBarrier(key);
  }

  private void add(RunEvidence r) {
    if (r.runs() > 0) {
      divisor = RunEvidence.gcd(divisor, r.divisor());
      lengths.add(r.shortest());
      lengths.add(r.longest());
      runs += r.runs();
      marked += r.marked();
    }
  }

  private Optional<Figure> figure() {
    if (divisor <= 1) {
      return Optional.empty();
    }
    boolean isConfirmed = lengths.size() > 1 || (runs > 1 && marked == runs);
    return Optional.of(
        isConfirmed ? Figure.of(divisor, Basis.SEQUENCE) : Figure.atMost(divisor, Basis.SEQUENCE));
  }
}
