package dev.ringside.doctor;

/** The begin of a log line, for a person. */
final class Excerpt {
  private static final int MOST = 160;

  private Excerpt() {}

  static String of(String text) {
    String line = text.strip();
    return '"' + (line.length() <= MOST ? line : line.substring(0, MOST) + "…") + "\".";
  }
}
