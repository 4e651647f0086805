package dev.ringside.summary;

import dev.ringside.trace.nccl.WrappedCalls;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A source as it is read at the end: nothing more comes, so what is open is taken as closed.
 *
 * @param piece all that is known, as one piece
 * @param isWhole whether nothing is missing, so that the first and last run are true runs
 * @param losses what was lost in making it
 */
record WholeSource(Source source, Piece piece, boolean isWhole, List<Loss> losses) {

  /** Nothing for a source without any piece. */
  static Optional<WholeSource> of(SourceSummary summary) {
    List<Loss> losses = new ArrayList<>(summary.losses().first());
    String name = summary.source().name();
    Optional<Piece> all = Optional.empty();
    for (Piece piece : summary.pieces()) {
      if (all.isPresent() && all.get().to() < piece.from()) {
        losses.add(gap(summary.source(), all.get().to(), piece.from()));
      }
      all = Optional.of(all.map(left -> left.then(piece.at(left.to()), name)).orElse(piece));
    }
    return all.map(
        piece -> {
          losses.addAll(piece.losses().first());
          piece
              .openCall()
              .ifPresent(call -> losses.add(WrappedCalls.torn(call.line(), name, call.offset())));
          addLimits(summary.source(), piece, losses);
          return new WholeSource(summary.source(), settled(piece), summary.whole(), losses);
        });
  }

  /** Whether it is text, where communicators are pointers. */
  boolean isLog() {
    return source.kind().equals("text");
  }

  private static Loss gap(Source source, long from, long to) {
    return new Loss(
        "bytes-missing",
        Severity.DATA_LOSS,
        source.name(),
        from,
        "bytes " + from + " to " + to + " are in none of the summaries; merge the missing one too");
  }

  private static void addLimits(Source source, Piece piece, List<Loss> losses) {
    long lines = piece.rare().unkept().stream().mapToLong(RareLines.Unkept::count).sum();
    if (piece.unkeptCalls() > 0) {
      losses.add(
          limit(
              source,
              Severity.DATA_LOSS,
              piece.unkeptCalls()
                  + " calls of the largest messages are left out: more than "
                  + SummaryLimits.MESSAGES
                  + " different messages"));
    }
    if (lines + piece.unkeptOther() > 0) {
      losses.add(
          limit(
              source,
              Severity.INFO,
              (lines + piece.unkeptOther())
                  + " lines other than calls are over what a summary keeps of one kind"));
    }
  }

  private static Loss limit(Source source, Severity severity, String detail) {
    return new Loss("summary-limit", severity, source.name(), -1, detail);
  }

  /** Ties the tuning lines of the first blocks to their calls: there is no left neighbour. */
  private static Piece settled(Piece piece) {
    if (piece.threads().stream()
        .allMatch(t -> t.head().stream().allMatch(b -> b.choices().isEmpty()))) {
      return piece;
    }
    MessageStore messages = new MessageStore();
    messages.add(piece);
    piece.pointers().forEach(messages::put);
    for (ThreadHistory t : piece.threads()) {
      t.head().ifPresent(block -> messages.attribute(t.host(), t.pid(), block));
    }
    return piece.settled(messages.pointers(), messages.groupChoices(), messages.looseChoices());
  }
}
