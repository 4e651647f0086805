package dev.ringside.doctor;

import java.util.Comparator;

/**
 * One conclusion that a {@link Rule} draws.
 *
 * @param code stable name of the rule
 * @param place its first evidence
 * @param text what is so and why it matters
 * @param remedy what to do about it, with the command; empty where nothing needs doing
 * @param releases NCCL releases that the rule holds for
 */
public record Finding(
    String code,
    FindingSeverity severity,
    Layer layer,
    Place place,
    String text,
    String remedy,
    String releases)
    implements Comparable<Finding> {

  // Worst first; among equals the order of work, then a fixed one.
  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::severity)
          .thenComparing(Finding::layer)
          .thenComparing(Finding::code)
          .thenComparing(Finding::place)
          .thenComparing(Finding::text);

  /** The same finding where it matters more or less than its rule usually does. */
  Finding as(FindingSeverity other) {
    return new Finding(code, other, layer, place, text, remedy, releases);
  }

  @Override
  public int compareTo(Finding other) {
    return ORDER.compare(this, other);
  }
}
