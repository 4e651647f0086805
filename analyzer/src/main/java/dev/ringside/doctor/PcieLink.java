package dev.ringside.doctor;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speed and width of a PCIe link as {@code lspci -vvv} prints them.
 *
 * @param gts transfers in GT/s; NaN unknown
 * @param width lanes; -1 unknown
 */
record PcieLink(double gts, int width) {
  private static final Pattern SPEED = Pattern.compile("Speed ([\\d.]{1,6})GT/s");
  private static final Pattern WIDTH = Pattern.compile("Width x(\\d{1,3})");

  static PcieLink parse(String text) {
    Matcher speed = SPEED.matcher(text);
    Matcher width = WIDTH.matcher(text);
    return new PcieLink(
        speed.find() ? Double.parseDouble(speed.group(1)) : Double.NaN,
        width.find() ? Integer.parseInt(width.group(1)) : -1);
  }

  boolean isNarrowerThan(PcieLink able) {
    return width > 0 && width < able.width;
  }

  boolean isSlowerThan(PcieLink able) {
    return gts < able.gts;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s GT/s x%d", gts == Math.rint(gts) ? (long) gts + "" : gts + "", width);
  }
}
