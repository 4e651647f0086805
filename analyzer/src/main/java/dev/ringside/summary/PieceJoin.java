package dev.ringside.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Joins two pieces of a source that touch. */
final class PieceJoin {
  private final Piece left;
  private final Piece right;
  private final Map<PointerHistory.Key, PointerHistory> leftPointers = new TreeMap<>();
  private final Map<PointerHistory.Key, PointerHistory> rightPointers = new TreeMap<>();
  private final MessageStore messages = new MessageStore();
  private long unkeptOther;

  PieceJoin(Piece left, Piece right) {
    this.left = left;
    this.right = right;
    left.pointers().forEach(p -> leftPointers.put(p.key(), p));
    right.pointers().forEach(p -> rightPointers.put(p.key(), p));
    unkeptOther = left.unkeptOther() + right.unkeptOther();
  }

  Piece result() {
    messages.add(left);
    messages.add(right);
    left.pointers().forEach(messages::put);
    for (PointerHistory p : right.pointers()) {
      PointerHistory before = leftPointers.get(p.key());
      messages.put(before == null ? p : before.then(p));
    }
    List<ConnectionCount> connections =
        kept(
            Counts.sum(
                left.connections(),
                shiftedConnections(),
                ConnectionCount::key,
                ConnectionCount::plus),
            SummaryLimits.CONNECTIONS);
    List<ThreadHistory> threads = kept(threads(), SummaryLimits.THREADS);
    messages.limit();
    return new Piece(
        left.from(),
        right.to(),
        right.isLast(),
        messages.pointers(),
        threads,
        messages.groupChoices(),
        messages.looseChoices(),
        left.rare().then(right.rare()),
        connections,
        kept(
            Counts.sum(left.tuned(), right.tuned(), TunedSize::key, TunedSize::plus),
            SummaryLimits.TUNED_SIZES),
        kept(
            Counts.sum(left.batches(), right.batches(), BatchLines::key, BatchLines::plus),
            SummaryLimits.BATCHES),
        kept(
            Counts.sum(left.kernels(), right.kernels(), KernelRuns::key, KernelRuns::plus),
            SummaryLimits.MESSAGES),
        left.losses().plus(right.losses()),
        right.isBlank() ? left.openCall() : right.openCall(),
        left.isBlank() ? right.callTail() : left.callTail(),
        messages.unkeptCalls(),
        unkeptOther);
  }

  private <T> List<T> kept(List<T> sorted, int limit) {
    int over = Math.max(0, sorted.size() - limit);
    unkeptOther += over;
    return sorted.subList(0, sorted.size() - over);
  }

  private List<ThreadHistory> threads() {
    Map<ThreadHistory.Key, ThreadHistory> all = new TreeMap<>();
    left.threads().forEach(t -> all.put(t.key(), t));
    for (ThreadHistory t : right.threads()) {
      ThreadHistory moved = t.moved(b -> moved(b, t));
      all.merge(
          t.key(),
          moved,
          (before, after) ->
              before.then(
                  after,
                  block -> messages.attribute(t.host(), t.pid(), block),
                  messages::addLooseChoices));
    }
    return List.copyOf(all.values());
  }

  /** The incarnations of the right piece, counted from the start of the left one. */
  private ChoiceBlock moved(ChoiceBlock block, ThreadHistory thread) {
    List<PendingCall> calls = new ArrayList<>();
    for (PendingCall call : block.calls()) {
      PointerHistory.Key key = new PointerHistory.Key(thread.host(), thread.pid(), call.comm());
      PointerHistory before = leftPointers.get(key);
      PointerHistory own = rightPointers.get(key);
      boolean isMoved = before != null && own != null;
      PendingCall moved = isMoved ? call.movedTo(before.shifted(own, call.incarnation())) : call;
      ChoiceBlock.append(calls, moved);
    }
    return new ChoiceBlock(calls, block.isAnswered(), block.answers(), block.choices());
  }

  private List<ConnectionCount> shiftedConnections() {
    Map<ThreadHistory.Key, Long> initLines = new TreeMap<>();
    left.threads().forEach(t -> initLines.put(t.key(), t.initLines()));
    Map<ConnectionCount.Key, ConnectionCount> shifted = new TreeMap<>();
    for (ConnectionCount c : right.connections()) {
      ThreadHistory.Key thread = ThreadHistory.Key.of(c.where());
      ConnectionCount moved = c.behind(initLines.getOrDefault(thread, 0L));
      shifted.put(moved.key(), moved);
    }
    return List.copyOf(shifted.values());
  }
}
