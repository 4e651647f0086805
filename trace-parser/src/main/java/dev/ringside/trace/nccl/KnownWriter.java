package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import java.util.Arrays;

/**
 * One writer of usual lines: the bytes in front of its messages, from behind the time to behind
 * {@code NCCL INFO }, and how its last call and its last choice ended.
 */
final class KnownWriter {

  /** Stands for a writer that is not known; no bytes are its front. */
  static final KnownWriter NOBODY = new KnownWriter(new byte[0], -1);

  private final byte[] front;
  private final int site;
  private final LastCall lastCall = new LastCall();
  private final LastChoice lastChoice = new LastChoice();

  private KnownWriter(byte[] front, int site) {
    this.front = front;
    this.site = site;
  }

  /** The front must have eight bytes or more, which {@code NCCL INFO } alone has. */
  static KnownWriter of(byte[] a, int from, int to, int site) {
    return new KnownWriter(Arrays.copyOfRange(a, from, to), site);
  }

  /** Whether exactly the bytes between {@code from} and {@code to} are its front. */
  boolean isFrontAt(byte[] a, int from, int to) {
    int last = front.length - 8;
    if (to - from != front.length || last < 0) {
      return false;
    }
    // By words, the last one overlapping: cheaper than a call for some thirty bytes.
    for (int i = 0; i < last; i += 8) {
      if (Bytes.word(front, i) != Bytes.word(a, from + i)) {
        return false;
      }
    }
    return Bytes.word(front, last) == Bytes.word(a, to - 8);
  }

  /** The number of its call site in this piece; -1 for {@link #NOBODY}. */
  int site() {
    return site;
  }

  LastCall lastCall() {
    return lastCall;
  }

  LastChoice lastChoice() {
    return lastChoice;
  }
}
