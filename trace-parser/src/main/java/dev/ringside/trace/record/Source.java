package dev.ringside.trace.record;

/**
 * One input as the sink sees it.
 *
 * @param name as named on input; a member of a directory carries the directory's name
 * @param kind what detection took it for: the {@code kind} words of {@code ringside inspect}
 */
public record Source(String name, String kind) {
  private static final String UNREADABLE = "unreadable";

  /** Of an input of which nothing could be read; its loss says why. */
  public static Source unreadable(String name) {
    return new Source(name, UNREADABLE);
  }

  /** Whether nothing could be read of it. No {@code is}: it would be a field of the JSON form. */
  public boolean cannotBeRead() {
    return kind.equals(UNREADABLE);
  }
}
