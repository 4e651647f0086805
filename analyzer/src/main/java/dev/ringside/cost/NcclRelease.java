package dev.ringside.cost;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of NCCL by number; suffixes such as {@code +cuda13.0} do not count. */
public record NcclRelease(int major, int minor, int patch) implements Comparable<NcclRelease> {

  /** The newest release that the cost model was checked against. */
  public static final NcclRelease NEWEST_KNOWN = new NcclRelease(2, 30, 7);

  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?");

  private static final Comparator<NcclRelease> ORDER =
      Comparator.comparingInt(NcclRelease::major)
          .thenComparingInt(NcclRelease::minor)
          .thenComparingInt(NcclRelease::patch);

  /** Of a version text such as {@code 2.28.9}; empty where it does not begin with one. */
  public static Optional<NcclRelease> parse(String text) {
    Matcher m = NUMBER.matcher(text.strip());
    if (!m.lookingAt()) {
      return Optional.empty();
    }
    int patch = m.group(3) == null ? 0 : Integer.parseInt(m.group(3));
    return Optional.of(
        new NcclRelease(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)), patch));
  }

  /** Whether it is this release or a later one. */
  public boolean isAtLeast(int major, int minor, int patch) {
    return compareTo(new NcclRelease(major, minor, patch)) >= 0;
  }

  @Override
  public int compareTo(NcclRelease other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
