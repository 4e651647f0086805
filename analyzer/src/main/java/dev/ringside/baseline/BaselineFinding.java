package dev.ringside.baseline;

import java.util.Locale;

/**
 * One conclusion from benchmarks.
 *
 * @param code stable name of the rule
 * @param place what it is about: a label, or {@code before to after}
 * @param text what is so and why it matters
 * @param remedy what to do about it, with the command; empty where nothing needs doing
 */
public record BaselineFinding(
    String code, Severity severity, String place, String text, String remedy) {

  /** How much a finding matters, worst first. */
  public enum Severity {
    ERROR,
    WARNING,
    INFO;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
