package dev.ringside.summary;

import dev.ringside.trace.nccl.WrappedCalls;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.WrappedLine;
import java.util.Optional;

/** Joins pieces whose border may run through a call record that was wrapped over two lines. */
final class WrappedJoin {
  private WrappedJoin() {}

  static Piece join(Piece left, Piece right, String source) {
    if (left.isBlank() || right.isBlank()) {
      return new PieceJoin(left, right).result();
    }
    Piece rest = right.with(right.losses(), right.openCall(), Optional.empty());
    if (left.openCall().isEmpty()) {
      return new PieceJoin(left, rest).result();
    }
    WrappedHead head = left.openCall().get();
    Optional<Piece> call = right.callTail().flatMap(tail -> call(head, tail, left.to(), source));
    if (call.isEmpty()) {
      LossLog torn =
          left.losses().plus(LossLog.of(WrappedCalls.torn(head.line(), source, head.offset())));
      return new PieceJoin(left.with(torn, Optional.empty(), left.callTail()), rest).result();
    }
    Piece closed = left.with(left.losses(), Optional.empty(), left.callTail());
    return new PieceJoin(new PieceJoin(closed, call.get()).result(), rest).result();
  }

  /** The call that both halves make, as a piece without bytes. */
  private static Optional<Piece> call(WrappedHead head, String tail, long at, String source) {
    SummaryBuilder builder = new SummaryBuilder(new Source(source, ""), at);
    builder.site(0, head.where());
    boolean isCall =
        WrappedCalls.join(head.line(), new WrappedLine(-1, false, tail), 0, builder, head.offset());
    return isCall
        ? Optional.of(builder.finish(at, false).sources().get(0).pieces().get(0))
        : Optional.empty();
  }
}
