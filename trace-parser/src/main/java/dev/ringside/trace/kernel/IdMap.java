package dev.ringside.trace.kernel;

import java.util.Arrays;

/** Numbers by number, without an object an entry: traces have millions of ids. */
public final class IdMap {
  private static final long FREE = Long.MIN_VALUE;

  private long[] keys = new long[1024];
  private long[] values = new long[1024];
  private int size;

  public IdMap() {
    Arrays.fill(keys, FREE);
  }

  public int size() {
    return size;
  }

  /** Value of the key, or {@code missing}. */
  public long get(long key, long missing) {
    int at = slot(key);
    return keys[at] == FREE ? missing : values[at];
  }

  /**
   * Sets a value.
   *
   * @return whether the key is new
   */
  public boolean put(long key, long value) {
    if (key == FREE) {
      return true; // no id has this value; as a key it would mark a free slot
    }
    int at = slot(key);
    boolean fresh = keys[at] == FREE;
    if (fresh && ++size > keys.length / 2) {
      grow();
      at = slot(key);
    }
    keys[at] = key;
    values[at] = value;
    return fresh;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * 0x9e3779b97f4a7c15L) >>> 40) & mask;
    while (keys[at] != key && keys[at] != FREE) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new long[2 * oldKeys.length];
    Arrays.fill(keys, FREE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int at = slot(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }
}
