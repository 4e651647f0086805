package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.record.Collective;

/** The operations of usual lines, told apart by the first eight bytes of a message. */
final class UsualNames {

  private static final Collective[] OPERATIONS = {
    Collective.ALL_REDUCE,
    Collective.ALL_GATHER,
    Collective.REDUCE_SCATTER,
    Collective.BROADCAST,
    Collective.SEND,
    Collective.RECV,
    Collective.ALL_TO_ALL,
    Collective.REDUCE,
  };
  private static final Literal[] NAMES = names();

  private UsualNames() {}

  private static Literal[] names() {
    Literal[] names = new Literal[OPERATIONS.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = Literal.of(OPERATIONS[i].ncclName() + ": ");
    }
    return names;
  }

  /** Number of the operation whose name, colon and blank stand at {@code at}; -1 for none. */
  static int find(byte[] a, int at) {
    long first = Bytes.word(a, at);
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].isFirst(first)) {
        return NAMES[i].isLastAt(a, at) ? i : -1;
      }
    }
    return -1;
  }

  static Collective operation(int number) {
    return OPERATIONS[number];
  }

  /** Length of name, colon and blank. */
  static int length(int number) {
    return NAMES[number].length();
  }
}
