package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;

/** The operation that a call or choice line begins with. */
final class OperationName {

  private static final Collective[] ALL = Collective.values();

  /** Of all names: nearly every other message is told from a call by its first byte. */
  private static final String FIRST_LETTERS = "ABRSGPWI";

  private OperationName() {}

  /**
   * Moves the cursor behind the name, up to its colon or blank; {@link Collective#UNKNOWN} where no
   * known name stands there.
   */
  static Collective read(Cursor c) {
    if (FIRST_LETTERS.indexOf(c.here()) < 0) {
      return Collective.UNKNOWN;
    }
    int begin = c.at();
    for (Collective op : ALL) {
      if (op != Collective.UNKNOWN && c.skip(op.ncclName())) {
        if (c.here() == ':' || c.here() == ' ') {
          return op;
        }
        c.at(begin);
      }
    }
    // 2.29 and later have no name for AllGatherV in per-call lines (NCCL src/misc/utils.cc).
    if (c.skip("Invalid:")) {
      c.at(c.at() - 1);
      return Collective.ALL_GATHER_V;
    }
    return Collective.UNKNOWN;
  }
}
