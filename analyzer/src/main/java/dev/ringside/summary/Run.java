package dev.ringside.summary;

/**
 * A row of equal calls of one communicator.
 *
 * @param length number of calls
 * @param offset byte of the first of them
 * @param isMarked whether another collective ended it
 */
public record Run(CallKey key, long length, long offset, boolean isMarked) {

  Run followedBy(Run next) {
    return new Run(key, length, offset, key.collective() != next.key.collective());
  }

  Run joined(Run right) {
    return new Run(key, length + right.length, offset, right.isMarked);
  }
}
