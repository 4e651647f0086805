package dev.ringside.cost;

import java.util.Optional;

/**
 * Smallest pass at which an AllReduce runs near its best time a byte: long messages take as long as
 * their bytes, short ones also pay for their start.
 *
 * @param tokens of the pass, a multiple of {@link #UNIT}
 * @param bytes of one AllReduce of it
 * @param callUs one AllReduce, microseconds
 */
public record NearBestChunk(int tokens, long bytes, Interval callUs) {
  /** Engines cut prompts in multiples of it. */
  public static final int UNIT = 256;

  /** Part above the best time a byte that still counts as near. */
  public static final double NEAR_BEST = 1.10;

  /** By one curve of latencies; empty where no such pass lies inside its measured sizes. */
  public static Optional<NearBestChunk> of(LatencyCurve curve, long bytesPerToken) {
    double best = bestUsPerByte(curve);
    for (CurvePoint point : curve.points().values()) {
      long tokens = (point.bytes() / bytesPerToken + UNIT - 1) / UNIT * UNIT;
      long bytes = tokens * bytesPerToken;
      Optional<Interval> us = tokens > 0 ? curve.at(bytes) : Optional.empty();
      if (us.isPresent() && us.get().mid() / bytes <= NEAR_BEST * best) {
        return Optional.of(new NearBestChunk((int) tokens, bytes, us.get()));
      }
    }
    return Optional.empty();
  }

  private static double bestUsPerByte(LatencyCurve curve) {
    return curve.points().values().stream()
        .mapToDouble(p -> p.us().mid() / p.bytes())
        .min()
        .orElse(Double.NaN);
  }
}
