package dev.ringside.cost;

import java.util.Comparator;

/**
 * What a curve is of.
 *
 * @param nRanks size of the communicator
 * @param nNodes hosts it spans
 */
public record CurveKey(int nRanks, int nNodes, CurveChoice choice) implements Comparable<CurveKey> {
  private static final Comparator<CurveKey> ORDER =
      Comparator.comparingInt(CurveKey::nRanks)
          .thenComparingInt(CurveKey::nNodes)
          .thenComparing(CurveKey::choice);

  @Override
  public int compareTo(CurveKey other) {
    return ORDER.compare(this, other);
  }
}
