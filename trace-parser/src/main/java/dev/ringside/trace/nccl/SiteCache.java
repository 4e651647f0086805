package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import java.util.Arrays;

/** Numbers of call sites by the raw bytes in front of the bracket that closes the device. */
final class SiteCache {

  /**
   * Slots, a power of two: a few threads each of hundreds of processes in one file rarely clash.
   * Each of ten thousand files makes its own, so it must not be much larger.
   */
  private static final int SLOTS = 4096;

  private final byte[][] keys = new byte[SLOTS][];
  private final int[] lengths = new int[SLOTS];
  private final int[] sites = new int[SLOTS];

  /** The number of these bytes, or -1. Needs {@link Bytes#SLACK} bytes behind {@code to}. */
  int find(byte[] a, int from, int to) {
    int slot = slot(a, from, to);
    byte[] key = keys[slot];
    return key != null && lengths[slot] == to - from && equal(key, a, from, to) ? sites[slot] : -1;
  }

  /** By words, the last one reaching past the end of short keys: cheaper than a call. */
  private static boolean equal(byte[] key, byte[] a, int from, int to) {
    int length = to - from;
    int whole = length & -8;
    for (int i = 0; i < whole; i += 8) {
      if (Bytes.word(key, i) != Bytes.word(a, from + i)) {
        return false;
      }
    }
    int gone = (8 - (length & 7)) * 8;
    return gone == 64 || (Bytes.word(key, whole) ^ Bytes.word(a, from + whole)) << gone == 0;
  }

  /** One entry a slot: a clash only costs the slower way. */
  void put(byte[] a, int from, int to, int site) {
    int slot = slot(a, from, to);
    keys[slot] = Arrays.copyOfRange(a, from, to + Bytes.SLACK);
    lengths[slot] = to - from;
    sites[slot] = site;
  }

  private static int slot(byte[] a, int from, int to) {
    long h = Bytes.word(a, from) * 0x9E3779B97F4A7C15L;
    h ^= Bytes.word(a, Math.max(from, to - 8)) * 0xC2B2AE3D27D4EB4FL;
    h ^= Bytes.word(a, Math.max(from, to - 16)) * 0x165667B19E3779F9L;
    h ^= h >>> 29;
    return (int) (h >>> 3) & (SLOTS - 1);
  }
}
