package dev.ringside.doctor;

/**
 * Where a finding's evidence stands.
 *
 * @param source input as it was named; empty for a finding that rests on no single one
 * @param offset byte behind decompression where the line begins; -1 where there is no such thing
 */
public record Place(String source, long offset) implements Comparable<Place> {

  /** No single place. */
  public static final Place NONE = new Place("", -1);

  @Override
  public int compareTo(Place other) {
    int order = source.compareTo(other.source);
    return order != 0 ? order : Long.compare(offset, other.offset);
  }
}
