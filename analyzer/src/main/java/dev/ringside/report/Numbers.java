package dev.ringside.report;

import java.util.Locale;

/** How figures look in every rendering for people. */
final class Numbers {
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  /** Shown for what is not known. */
  static final String UNKNOWN = "-";

  private Numbers() {}

  /**
   * Bytes in the largest binary unit that leaves at most one decimal, {@code 163,840} as 160 KiB.
   */
  static String bytes(long bytes) {
    if (bytes < 0) {
      return UNKNOWN;
    }
    if (bytes == Long.MAX_VALUE) {
      return "no limit";
    }
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < BINARY.length - 1) {
      value /= 1024;
      unit++;
    }
    String number =
        value == Math.rint(value)
            ? String.format(Locale.ROOT, "%.0f", value)
            : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value)
                .replaceFirst("\\.?0+$", "");
    return number + " " + BINARY[unit];
  }

  static String count(long count) {
    return count < 0 ? UNKNOWN : String.format(Locale.ROOT, "%,d", count);
  }

  static String us(double us) {
    return Double.isNaN(us)
        ? UNKNOWN
        : String.format(Locale.ROOT, us < 999.95 ? "%.1f" : "%,.0f", us);
  }

  /** With its sign: a saving is positive, a loss negative. */
  static String signed(double value) {
    if (Double.isNaN(value)) {
      return UNKNOWN;
    }
    String text = String.format(Locale.ROOT, "%+.1f", value);
    return text.equals("-0.0") || text.equals("+0.0") ? "0.0" : text;
  }

  static String percent(double value) {
    return Double.isNaN(value) ? UNKNOWN : signed(value) + " %";
  }

  /** A part of a whole, without a sign. */
  static String share(double percent) {
    return Double.isNaN(percent) ? UNKNOWN : String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** Middle and both ends, {@code -11.2 % (-11.9 to -10.6)}. */
  static String percent(Report.Range range) {
    return range.isKnown()
        ? String.format(
            "%s (%s to %s)", percent(range.mid()), signed(range.low()), signed(range.high()))
        : UNKNOWN;
  }

  /** What a lever gained at best in measurements of this host; empty where none speaks of it. */
  static String best(Report.Lever l) {
    if (!l.savingUs().isKnown()) {
      return "";
    }
    String step =
        l.stepSavingPct().isKnown() ? ", " + percent(l.stepSavingPct().mid()) + " of a step" : "";
    return String.format(
        ", at best %s: %s us a call%s at %s",
        l.best(), signed(l.savingUs().mid()), step, bytes(l.bestBytes()));
  }
}
