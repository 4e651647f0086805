package dev.ringside.cli;

import java.util.OptionalLong;

/**
 * A range of message sizes as written on a command line: {@code 4K-64M}, in powers of 1024.
 *
 * @param last inclusive
 */
record MessageSizes(long first, long last) {
  static final MessageSizes ALL = new MessageSizes(0, Long.MAX_VALUE);

  /** Of an option's value. */
  static MessageSizes parse(String option, String text) {
    int dash = text.indexOf('-');
    OptionalLong first =
        dash < 0 ? OptionalLong.empty() : ByteNumber.parse(text.substring(0, dash));
    OptionalLong last = ByteNumber.parse(text.substring(dash + 1));
    if (first.isEmpty() || last.isEmpty() || first.getAsLong() > last.getAsLong()) {
      throw UserError.usage(
          option, "\"" + text + "\" is no range of message sizes", "write such as 4K-64M");
    }
    return new MessageSizes(first.getAsLong(), last.getAsLong());
  }
}
