package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;

/** Sizes at which one choice is best, bounds inclusive. */
public record Zone(long minBytes, long maxBytes, CurveChoice choice) {
  public Zone {
    if (minBytes < 0 || maxBytes < minBytes) {
      throw new IllegalArgumentException("zone " + minBytes + " to " + maxBytes);
    }
  }
}
