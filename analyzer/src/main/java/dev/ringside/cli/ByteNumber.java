package dev.ringside.cli;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as written on a command line: {@code 64M}, in powers of 1024. */
final class ByteNumber {
  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,18})([KMG]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

  private ByteNumber() {}

  /** Empty where the text is no such number, or more than a file or a message can have. */
  static OptionalLong parse(String text) {
    Matcher m = NUMBER.matcher(text);
    if (!m.matches()) {
      return OptionalLong.empty();
    }
    String unit = m.group(2);
    int shift =
        unit.isEmpty() ? 0 : 10 * (1 + "kmg".indexOf(Character.toLowerCase(unit.charAt(0))));
    long number = Long.parseLong(m.group(1));
    return number > Long.MAX_VALUE >> shift
        ? OptionalLong.empty()
        : OptionalLong.of(number << shift);
  }
}
