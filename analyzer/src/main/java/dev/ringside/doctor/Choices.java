package dev.ringside.doctor;

import dev.ringside.summary.Piece;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TunedSize;
import dev.ringside.trace.record.Collective;
import java.util.Map;
import java.util.TreeMap;

/** What NCCL chose for AllReduces. */
final class Choices {
  private Choices() {}

  /** Choices such as {@code RING/LL}, with where each was first made. */
  static Map<String, Place> ofAllReduce(Observations seen) {
    Map<String, Place> out = new TreeMap<>();
    for (SourceSummary source : seen.summary().sources()) {
      bySize(source)
          .values()
          .forEach(
              t -> out.merge(t.choice(), place(source, t), (a, b) -> a.compareTo(b) < 0 ? a : b));
    }
    return out;
  }

  /** The most frequent choice of each size in one source. */
  static Map<Long, TunedSize> bySize(SourceSummary source) {
    Map<Long, TunedSize> out = new TreeMap<>();
    for (Piece piece : source.pieces()) {
      for (TunedSize t : piece.tuned()) {
        // Up to 2.22 the line does not name the operation.
        if (t.collective() == Collective.ALL_REDUCE || t.collective() == Collective.UNKNOWN) {
          out.merge(t.bytes(), t, (a, b) -> b.count() > a.count() ? b : a);
        }
      }
    }
    return out;
  }

  static Place place(SourceSummary source, TunedSize tuned) {
    return new Place(source.source().name(), tuned.firstOffset());
  }
}
