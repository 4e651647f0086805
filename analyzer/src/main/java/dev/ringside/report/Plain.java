package dev.ringside.report;

/**
 * Text of foreign origin (host names, log lines, file names) made harmless for one line of a
 * terminal: no control character, no direction override, nothing that moves the cursor.
 */
public final class Plain {
  private Plain() {}

  /** Control and direction characters become {@code \xNN} or {@code \}{@code uNNNN}. */
  public static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isHarmless(c)) {
                out.appendCodePoint(c);
              } else if (c < 0x100) {
                out.append(String.format("\\x%02x", c));
              } else {
                out.append(String.format("\\u%04x", c));
              }
            });
    return out.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
