package dev.ringside.report;

/**
 * What the terminal can show.
 *
 * @param color whether escape sequences are understood
 * @param unicode whether bars may use block characters
 * @param width columns
 */
public record Style(boolean color, boolean unicode, int width) {

  /** For files and pipes. */
  public static final Style PLAIN = new Style(false, false, 100);

  /** How a stretch of text is marked; says nothing that the words do not say too. */
  enum Mark {
    BOLD("1"),
    GOOD("32"),
    BAD("31"),
    CAUTION("33"),
    FAINT("2");

    private final String code;

    Mark(String code) {
      this.code = code;
    }
  }

  String mark(Mark mark, String text) {
    return color && !text.isEmpty() ? "\u001b[" + mark.code + "m" + text + "\u001b[0m" : text;
  }

  /** {@code share} of {@code cells}, in eighths of a cell where block characters can be shown. */
  String bar(double share, int cells) {
    double filled = Math.max(0, Math.min(1, share)) * cells;
    if (!unicode) {
      return "#".repeat((int) Math.round(filled));
    }
    int eighths = (int) Math.round(filled * 8);
    String part = eighths % 8 == 0 ? "" : Character.toString(0x2590 - eighths % 8);
    return "\u2588".repeat(eighths / 8) + part;
  }
}
