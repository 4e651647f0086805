package dev.ringside.baseline;

import java.util.Locale;

/** Message sizes in the words of findings: {@code 1 GiB}, {@code 192 KiB}. */
final class ByteSize {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

  private ByteSize() {}

  static String text(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(
        Locale.ROOT, value == Math.rint(value) ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }
}
