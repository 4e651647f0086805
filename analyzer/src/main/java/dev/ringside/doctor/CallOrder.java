package dev.ringside.doctor;

import dev.ringside.trace.record.Collective;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what two ranks of a communicator called. */
final class CallOrder {
  // Fewer calls of one kind may be an accident of where an excerpt begins.
  private static final int ENOUGH = 8;
  // Where two histories are put together by their ends, so much of them is looked at.
  private static final int END = 512;

  /** What the comparison says. */
  enum Outcome {
    SAME,
    /** Excerpts that show different stretches. */
    UNRELATED,
    /** Equal, but one goes on where the other ends. */
    ONE_IS_LONGER,
    /** Different operations at one position. */
    DIFFERENT
  }

  private CallOrder() {}

  static Outcome compare(CallHistory a, CallHistory b) {
    return a.calls().isEmpty() || b.calls().isEmpty() ? byCounts(a, b) : inOrder(a, b);
  }

  private static Outcome byCounts(CallHistory a, CallHistory b) {
    Set<Collective> kinds = new TreeSet<>();
    a.counts().keySet().forEach(c -> kinds.add(c.collective()));
    b.counts().keySet().forEach(c -> kinds.add(c.collective()));
    for (Collective kind : kinds) {
      long inA = calls(a, kind);
      long inB = calls(b, kind);
      if (Math.min(inA, inB) == 0 && Math.max(inA, inB) >= ENOUGH) {
        return Outcome.DIFFERENT;
      }
    }
    return a.total() == b.total() ? Outcome.SAME : Outcome.ONE_IS_LONGER;
  }

  private static long calls(CallHistory h, Collective kind) {
    return h.counts().entrySet().stream()
        .filter(e -> e.getKey().collective() == kind)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * Excerpts of two ranks may begin at different calls or show different stretches; but not where
   * both begin with the communicator. There, and where the last calls differ in kind, or all do,
   * the ranks do different things: that is how a hang ends.
   */
  private static Outcome inOrder(CallHistory a, CallHistory b) {
    CallsOfRuns x = a.calls();
    CallsOfRuns y = b.calls();
    int common = Math.min(x.size(), y.size());
    int conflict = x.commonWith(y);
    if (conflict == common) {
      return x.size() == y.size() ? Outcome.SAME : Outcome.ONE_IS_LONGER;
    }
    boolean isLast = conflict > 0 && conflict == common - 1;
    boolean isOtherKind = x.get(conflict).collective() != y.get(conflict).collective();
    if ((a.isFromBegin() && b.isFromBegin()) || (isLast && isOtherKind)) {
      return Outcome.DIFFERENT;
    }
    if (fitsShifted(x, y) || fitsShifted(y, x)) {
      return Outcome.ONE_IS_LONGER;
    }
    boolean isOtherWork = common > 1 && Collections.disjoint(kinds(x), kinds(y));
    return isOtherWork ? Outcome.DIFFERENT : Outcome.UNRELATED;
  }

  private static Set<Collective> kinds(List<CallHistory.Call> calls) {
    return calls.stream().map(CallHistory.Call::collective).collect(Collectors.toSet());
  }

  /**
   * How many calls the longer history has behind the end of the shorter, at the least: where either
   * is an excerpt, its begin is unknown, and the most favourable fit counts.
   */
  static long callsBehind(CallHistory shorter, CallHistory longer) {
    List<CallHistory.Call> x = end(longer.calls());
    List<CallHistory.Call> y = end(shorter.calls());
    boolean isAnchored = shorter.isFromBegin() && longer.isFromBegin();
    if (x.isEmpty() || y.isEmpty() || isAnchored) {
      return longer.total() - shorter.total();
    }
    for (int common = 1; common < y.size(); common++) {
      if (common <= x.size() && endsWith(x, y.subList(0, common))) {
        return 0; // the shorter one goes on behind the end of the longer
      }
    }
    for (int behind = 0; behind < x.size(); behind++) {
      List<CallHistory.Call> front = x.subList(0, x.size() - behind);
      int common = Math.min(front.size(), y.size());
      if (endsWith(front, y.subList(y.size() - common, y.size()))) {
        return behind;
      }
    }
    return longer.total() - shorter.total();
  }

  private static List<CallHistory.Call> end(List<CallHistory.Call> calls) {
    return calls.subList(Math.max(0, calls.size() - END), calls.size());
  }

  private static boolean endsWith(List<CallHistory.Call> calls, List<CallHistory.Call> end) {
    return calls.subList(calls.size() - end.size(), calls.size()).equals(end);
  }

  private static boolean fitsShifted(List<CallHistory.Call> x, List<CallHistory.Call> y) {
    for (int shift = 1; shift < x.size(); shift++) {
      int overlap = Math.min(x.size() - shift, y.size());
      if (x.subList(shift, shift + overlap).equals(y.subList(0, overlap))) {
        return true;
      }
    }
    return false;
  }
}
