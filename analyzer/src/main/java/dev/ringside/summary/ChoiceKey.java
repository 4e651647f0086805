package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.Comparator;

/**
 * What NCCL chose.
 *
 * @param channels 0 where the line does not say
 * @param modelUs NCCL's own estimate in microseconds; NaN where the line does not say
 */
public record ChoiceKey(Algorithm algorithm, Protocol protocol, int channels, double modelUs)
    implements Comparable<ChoiceKey> {

  private static final Comparator<ChoiceKey> ORDER =
      Comparator.comparing(ChoiceKey::algorithm)
          .thenComparing(ChoiceKey::protocol)
          .thenComparingInt(ChoiceKey::channels)
          .thenComparingDouble(ChoiceKey::modelUs);

  @Override
  public int compareTo(ChoiceKey other) {
    return ORDER.compare(this, other);
  }
}
