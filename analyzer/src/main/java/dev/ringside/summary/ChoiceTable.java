package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.TuningChoice;
import java.util.Arrays;

/** Tuning lines by the number of what they are about, while a piece is read. */
final class ChoiceTable {
  private static final Algorithm[] ALGORITHMS = Algorithm.values();
  private static final Protocol[] PROTOCOLS = Protocol.values();
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private int[] slots = new int[1 << 8];
  private int size;
  private long[] about = new long[64];
  private int[] choice = new int[64];
  private long[] modelUs = new long[64];
  private long[] counts = new long[64];
  private int last = -1;

  ChoiceTable() {
    Arrays.fill(slots, -1);
  }

  int size() {
    return size;
  }

  /**
   * Counts one more line about {@code what}; whether there was none of the kind.
   *
   * @param channels what to tell choices apart by; 0 for any
   */
  boolean add(long what, TuningChoice line, int channels) {
    int before = size;
    int c = channels << 8 | line.algorithm().ordinal() << 4 | line.protocol().ordinal();
    long bits = Double.doubleToLongBits(line.modelUs());
    if (last < 0 || about[last] != what || choice[last] != c || modelUs[last] != bits) {
      last = find(what, c, bits);
    }
    counts[last]++;
    return size > before;
  }

  private int find(long what, int c, long bits) {
    int mask = slots.length - 1;
    int at = slot(what, c, bits) & mask;
    while (slots[at] >= 0) {
      int i = slots[at];
      if (about[i] == what && choice[i] == c && modelUs[i] == bits) {
        return i;
      }
      at = at + 1 & mask;
    }
    int i = size++;
    slots[at] = i;
    if (i == about.length) {
      about = Arrays.copyOf(about, i * 2);
      choice = Arrays.copyOf(choice, i * 2);
      modelUs = Arrays.copyOf(modelUs, i * 2);
      counts = Arrays.copyOf(counts, i * 2);
    }
    about[i] = what;
    choice[i] = c;
    modelUs[i] = bits;
    if (size * 2 > slots.length) {
      rehash();
    }
    return i;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    Arrays.fill(slots, -1);
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int at = slot(about[i], choice[i], modelUs[i]) & mask;
      while (slots[at] >= 0) {
        at = at + 1 & mask;
      }
      slots[at] = i;
    }
  }

  private static int slot(long what, int c, long bits) {
    return (int) ((((what * MIX ^ bits) * MIX ^ c) * MIX) >>> 40);
  }

  long about(int i) {
    return about[i];
  }

  long count(int i) {
    return counts[i];
  }

  ChoiceKey choice(int i) {
    return new ChoiceKey(
        ALGORITHMS[choice[i] >>> 4 & 0xf],
        PROTOCOLS[choice[i] & 0xf],
        choice[i] >>> 8,
        Double.longBitsToDouble(modelUs[i]));
  }
}
