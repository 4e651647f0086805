package dev.ringside.summary;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one source: pieces that touch are one; others lie side by side until the piece
 * between them comes.
 *
 * @param pieces in order of place
 * @param losses of the merging itself
 */
public record SourceSummary(Source source, List<Piece> pieces, LossLog losses) {

  public SourceSummary {
    pieces = List.copyOf(pieces);
  }

  /** Whether every byte of the source is in it. */
  public boolean whole() {
    return pieces.size() == 1 && pieces.get(0).from() == 0 && pieces.get(0).isLast();
  }

  SourceSummary closed() {
    if (pieces.isEmpty()) {
      return this;
    }
    List<Piece> ended = new ArrayList<>(pieces);
    ended.set(ended.size() - 1, ended.get(ended.size() - 1).last());
    return new SourceSummary(source, ended, losses);
  }

  SourceSummary merge(SourceSummary other) {
    List<Piece> sorted = new ArrayList<>(pieces);
    sorted.addAll(other.pieces);
    // Of pieces that overlap the longer one stays, so a piece that is delivered twice counts once.
    sorted.sort(
        (a, b) ->
            a.from() != b.from() ? Long.compare(a.from(), b.from()) : Long.compare(b.to(), a.to()));
    LossLog log = losses.plus(other.losses);
    List<Piece> joined = new ArrayList<>();
    for (Piece piece : sorted) {
      Piece before = joined.isEmpty() ? Piece.empty(piece.from()) : joined.get(joined.size() - 1);
      if (joined.isEmpty()) {
        joined.add(piece);
      } else if (before.to() == piece.from()) {
        joined.set(joined.size() - 1, before.then(piece, source.name()));
      } else if (before.to() < piece.from()) {
        joined.add(piece);
      } else if (piece.to() > before.to()) {
        log = log.plus(LossLog.of(overlap(before, piece)));
      }
    }
    return new SourceSummary(source, joined, log);
  }

  private Loss overlap(Piece kept, Piece dropped) {
    return new Loss(
        "pieces-overlap",
        Severity.DATA_LOSS,
        source.name(),
        dropped.from(),
        "bytes "
            + dropped.from()
            + " to "
            + dropped.to()
            + " overlap a piece that ends at "
            + kept.to()
            + "; summarise the source again, cut once");
  }
}
