package dev.ringside.benefit;

import dev.ringside.cost.Interval;

/** When a difference means something. */
final class Materiality {

  /** Percent of a step below which nobody could tell. */
  static final double STEP_PCT = 1;

  private Materiality() {}

  /** The interval excludes zero on the side of a gain, and its middle is material. */
  static boolean isGain(Interval saving, double materiality) {
    return saving.low() > 0 && saving.mid() >= materiality;
  }

  /** The whole interval lies within the materiality. */
  static boolean isNothing(Interval saving, double materiality) {
    return saving.low() >= -materiality && saving.high() <= materiality;
  }
}
