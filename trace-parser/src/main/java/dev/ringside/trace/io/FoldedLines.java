package dev.ringside.trace.io;

import dev.ringside.trace.record.RepeatedLines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What system loggers write in place of equal lines: {@code last message repeated 5 times}, {@code
 * message repeated 3 times: [ …]}.
 */
public final class FoldedLines implements LineGrammar {
  private static final byte[] SIGN = Bytes.of("essage repeated ");
  private static final Pattern MARK = Pattern.compile("[Mm]essage repeated (\\d{1,9}) times");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    if (Bytes.indexOf(text, from, to, SIGN) < 0) {
      return false;
    }
    Matcher m = MARK.matcher(Bytes.text(text, from, to));
    if (!m.find()) {
      return false;
    }
    line.sink().record(new RepeatedLines(Long.parseLong(m.group(1))), line.offset());
    return true;
  }
}
