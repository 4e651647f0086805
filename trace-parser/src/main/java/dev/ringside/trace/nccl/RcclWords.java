package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;

/** Words that only AMD's library has in its messages: its name, its platform, its links. */
final class RcclWords {

  private static final byte[][] WORDS = {
    Bytes.of("RCCL"), Bytes.of("rccl"), Bytes.of("ROCm"), Bytes.of("rocm"), Bytes.of("XGMI[")
  };

  private RcclWords() {}

  static boolean isIn(byte[] a, int from, int to) {
    for (byte[] word : WORDS) {
      if (Bytes.indexOf(a, from, to, word) >= 0) {
        return true;
      }
    }
    return false;
  }
}
