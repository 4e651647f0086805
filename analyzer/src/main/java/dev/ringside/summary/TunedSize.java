package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.Collective;
import java.util.Comparator;

/**
 * Tuning lines that say the same, whether a call could be found for them or not.
 *
 * @param bytes as printed
 * @param choice {@code RING/LL} and the like, or {@code SYMMETRIC/} and the kernel's name
 * @param modelUs NCCL's own estimate in microseconds, the smallest of them; NaN where they give
 *     none
 * @param firstOffset byte of the first of them
 */
public record TunedSize(
    Collective collective,
    long bytes,
    String choice,
    long count,
    double modelUs,
    long firstOffset) {

  record Key(Collective collective, long bytes, String choice) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing((Key k) -> k.collective != Collective.ALL_REDUCE)
            .thenComparingLong(Key::bytes)
            .thenComparing(Key::collective)
            .thenComparing(Key::choice);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  @JsonIgnore
  Key key() {
    return new Key(collective, bytes, choice);
  }

  TunedSize plus(TunedSize other) {
    return new TunedSize(
        collective,
        bytes,
        choice,
        count + other.count,
        Double.isNaN(modelUs) ? other.modelUs : Math.min(modelUs, orSelf(other.modelUs)),
        Math.min(firstOffset, other.firstOffset));
  }

  private double orSelf(double otherUs) {
    return Double.isNaN(otherUs) ? modelUs : otherUs;
  }
}
