package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;

/**
 * What the bytes {@code from} to {@code to} of one source amount to, with everything open at both
 * ends that a neighbour may complete.
 *
 * @param from first byte behind decompression
 * @param to first byte that is not in it; the next piece begins there. {@link Long#MAX_VALUE} in
 *     the last
 * @param isLast whether the source ends here
 * @param pointers in order of key
 * @param threads in order of key
 * @param groupChoices tuning lines for several calls that NCCL decided together
 * @param looseChoices tuning lines that fit no call, or calls of several communicators
 * @param openCall call record that was wrapped over the end
 * @param callTail first line, where it may be the rest of the left neighbour's last call
 * @param unkeptCalls calls of messages over {@link SummaryLimits#MESSAGES}
 * @param unkeptOther other counted lines over a limit
 */
public record Piece(
    long from,
    long to,
    boolean isLast,
    List<PointerHistory> pointers,
    List<ThreadHistory> threads,
    long groupChoices,
    long looseChoices,
    RareLines rare,
    List<ConnectionCount> connections,
    List<TunedSize> tuned,
    List<BatchLines> batches,
    List<KernelRuns> kernels,
    LossLog losses,
    Optional<WrappedHead> openCall,
    Optional<String> callTail,
    long unkeptCalls,
    long unkeptOther) {

  public Piece {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("a piece from byte " + from + " to " + to);
    }
    pointers = List.copyOf(pointers);
    threads = List.copyOf(threads);
    connections = List.copyOf(connections);
    tuned = List.copyOf(tuned);
    batches = List.copyOf(batches);
    kernels = List.copyOf(kernels);
  }

  /** No bytes, at {@code at}; neutral beside a piece that touches it. */
  static Piece empty(long at) {
    return new Piece(
        at,
        at,
        false,
        List.of(),
        List.of(),
        0,
        0,
        RareLines.EMPTY,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        LossLog.EMPTY,
        Optional.empty(),
        Optional.empty(),
        0,
        0);
  }

  /**
   * This, followed by the piece that begins where this one ends.
   *
   * @param source name of the source, for losses
   */
  Piece then(Piece right, String source) {
    if (to != right.from) {
      throw new IllegalStateException("pieces do not touch: " + to + " and " + right.from);
    }
    return WrappedJoin.join(this, right, source);
  }

  /** Whether nothing was found in it: it may not even hold the begin of a line. */
  @JsonIgnore
  boolean isBlank() {
    return pointers.isEmpty()
        && threads.isEmpty()
        && rare.lines().isEmpty()
        && connections.isEmpty()
        && tuned.isEmpty()
        && batches.isEmpty()
        && kernels.isEmpty()
        && losses.counts().isEmpty()
        && openCall.isEmpty()
        && callTail.isEmpty();
  }

  Piece with(LossLog newLosses, Optional<WrappedHead> newOpenCall, Optional<String> newCallTail) {
    return new Piece(
        from,
        to,
        isLast,
        pointers,
        threads,
        groupChoices,
        looseChoices,
        rare,
        connections,
        tuned,
        batches,
        kernels,
        newLosses,
        newOpenCall,
        newCallTail,
        unkeptCalls,
        unkeptOther);
  }

  /** The same piece as the end of its source. */
  Piece last() {
    return between(from, Long.MAX_VALUE, true);
  }

  /** The same piece, moved to another place. */
  Piece at(long place) {
    return between(place, isLast ? to : place + to - from, isLast);
  }

  private Piece between(long newFrom, long newTo, boolean ends) {
    return new Piece(
        newFrom,
        newTo,
        ends,
        pointers,
        threads,
        groupChoices,
        looseChoices,
        rare,
        connections,
        tuned,
        batches,
        kernels,
        losses,
        openCall,
        callTail,
        unkeptCalls,
        unkeptOther);
  }

  /** The same piece with the first tuning lines of its threads tied to calls. */
  Piece settled(List<PointerHistory> settledPointers, long group, long loose) {
    return new Piece(
        from,
        to,
        isLast,
        settledPointers,
        threads,
        group,
        loose,
        rare,
        connections,
        tuned,
        batches,
        kernels,
        losses,
        openCall,
        callTail,
        unkeptCalls,
        unkeptOther);
  }
}
