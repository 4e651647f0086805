package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import java.util.Arrays;

/** The writers of a piece by the raw bytes in front of their messages. */
final class KnownWriters {

  /** Powers of two. Each of ten thousand files of one rank makes its own table. */
  private static final int FEWEST_SLOTS = 64;

  /** A few threads each of hundreds of processes in one file rarely clash. */
  private static final int MOST_SLOTS = 4096;

  private KnownWriter[] writers = nobody(FEWEST_SLOTS);
  private int puts;

  private static KnownWriter[] nobody(int slots) {
    KnownWriter[] all = new KnownWriter[slots];
    Arrays.fill(all, KnownWriter.NOBODY);
    return all;
  }

  /** Whose front these bytes, eight or more, are; else {@link KnownWriter#NOBODY}. */
  KnownWriter find(byte[] a, int from, int to) {
    KnownWriter writer = writers[slot(a, from, to)];
    return writer.isFrontAt(a, from, to) ? writer : KnownWriter.NOBODY;
  }

  /** One entry a slot: a clash only costs the slower way, and so does a table that starts anew. */
  void put(byte[] a, int from, int to, int site) {
    if (++puts * 8 > writers.length && writers.length < MOST_SLOTS) {
      writers = nobody(writers.length * 8);
      puts = 1;
    }
    writers[slot(a, from, to)] = KnownWriter.of(a, from, to, site);
  }

  /** Host, process, thread and device differ in front of the eleven bytes of {@code NCCL INFO}. */
  private int slot(byte[] a, int from, int to) {
    long h = Bytes.word(a, from) * 0x9E3779B97F4A7C15L;
    h ^= Bytes.word(a, Math.max(from, to - 19)) * 0xC2B2AE3D27D4EB4FL;
    h ^= Bytes.word(a, Math.max(from, to - 27)) * 0x165667B19E3779F9L;
    h ^= h >>> 29;
    return (int) (h >>> 3) & (writers.length - 1);
  }
}
