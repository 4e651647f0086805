package dev.ringside.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of message sizes as written on a command line: {@code 4K-64M}, in powers of 1024.
 *
 * @param last inclusive
 */
record MessageSizes(long first, long last) {
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,12})([KMG]?)-(\\d{1,12})([KMG]?)", Pattern.CASE_INSENSITIVE);

  static final MessageSizes ALL = new MessageSizes(0, Long.MAX_VALUE);

  /** Of an option's value. */
  static MessageSizes parse(String option, String text) {
    Matcher m = RANGE.matcher(text);
    if (!m.matches() || bytes(m.group(1), m.group(2)) > bytes(m.group(3), m.group(4))) {
      throw UserError.usage(
          option, "\"" + text + "\" is no range of message sizes", "write such as 4K-64M");
    }
    return new MessageSizes(bytes(m.group(1), m.group(2)), bytes(m.group(3), m.group(4)));
  }

  private static long bytes(String number, String unit) {
    int thousands = unit.isEmpty() ? 0 : 1 + "kmg".indexOf(Character.toLowerCase(unit.charAt(0)));
    return Long.parseLong(number) << (10 * thousands);
  }
}
