package dev.ringside.trace.bench;

import dev.ringside.trace.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A benchmark's output whose line ends were lost: comments and rows behind one another. */
final class FlattenedTable {

  private static final byte[] COMMENT = Bytes.of(" # ");

  /** Comments have one sign each; so many in one line are many lines. */
  private static final int LEAST_COMMENTS = 3;

  private static final Pattern BEGIN =
      Pattern.compile(
          "(?:^|\\s)(?=# )|\\s(?=\\d+\\s+\\d+\\s+(?:u?int\\d+|half|float|double|bfloat16|f\\w*8\\w*)\\s)");

  private FlattenedTable() {}

  static boolean isHere(byte[] a, int from, int to) {
    int comments = 0;
    for (int i = Bytes.indexOf(a, from, to, COMMENT);
        i >= 0;
        i = Bytes.indexOf(a, i + 1, to, COMMENT)) {
      comments++;
    }
    return comments >= LEAST_COMMENTS;
  }

  /** The lines as they once were. */
  static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    Matcher m = BEGIN.matcher(text);
    int from = -1;
    while (m.find()) {
      if (from >= 0) {
        lines.add(text.substring(from, m.start()).strip());
      }
      from = m.end();
    }
    lines.add(text.substring(Math.max(0, from)).strip());
    return lines;
  }
}
