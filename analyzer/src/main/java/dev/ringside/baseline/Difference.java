package dev.ringside.baseline;

/**
 * Something that is not the same in two states.
 *
 * @param name what: {@code NCCL}, {@code NCCL_ALGO}, {@code transport}
 * @param before value in the first state
 * @param after value in the second
 */
public record Difference(String name, String before, String after) {
  boolean isVariable() {
    return name.startsWith("NCCL_");
  }
}
