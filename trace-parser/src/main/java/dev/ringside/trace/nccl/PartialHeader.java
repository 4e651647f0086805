package dev.ringside.trace.nccl;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The begin of a record's header, where a source ends inside it. */
final class PartialHeader {

  /** {@code HOST:PID:TID [DEV] NCCL INFO }, its host and process whole. */
  private static final Pattern HEADER =
      Pattern.compile("[\\w.-]*[A-Za-z][\\w.-]*:\\d+:(?:\\d+(?: \\[(?:\\d{1,4}(?:\\](.*))?)?)?)?");

  private static final String MARK = " NCCL INFO";

  private PartialHeader() {}

  /** Whether the text is nothing but such a begin. */
  static boolean isAll(String text) {
    Matcher m = HEADER.matcher(text);
    return m.matches() && (m.group(1) == null || MARK.startsWith(m.group(1)));
  }
}
