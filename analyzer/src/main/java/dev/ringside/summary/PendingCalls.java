package dev.ringside.summary;

import dev.ringside.trace.record.Collective;

/**
 * Finds the call of a tuning line while a piece is read: {@link ChoiceBlock#attributions}, over
 * numbers instead of records.
 */
final class PendingCalls {
  /** The line is about a group of calls that NCCL decided together. */
  static final int GROUP = -2;

  /** No call fits, or calls of several communicators do. */
  static final int NONE = -1;

  private PendingCalls() {}

  /** Number of the one message that a line over {@code bytes} is about, or why there is none. */
  static int answeredBy(OpenThread thread, CallTable calls, Collective op, long bytes) {
    int n = thread.pendingSize();
    int found = NONE;
    boolean isUnique = true;
    for (int i = 0; i < n; i++) {
      int message = thread.pending(i);
      if (message != found && isAnsweredBy(calls, message, op, bytes)) {
        if (found >= 0 && calls.member(found) != calls.member(message)) {
          return NONE;
        }
        isUnique &= found < 0;
        found = found < 0 ? message : found;
      }
    }
    if (found < 0) {
      return NONE;
    }
    return together(thread, calls, found) > 1 ? GROUP : isUnique ? found : NONE;
  }

  private static boolean isAnsweredBy(CallTable calls, int message, Collective op, long bytes) {
    Collective called = CallTable.collective(calls.kind(message));
    long own = calls.bytes(message);
    int nRanks = calls.nRanks(message);
    return PendingCall.isTuned(called, nRanks)
        && (op == Collective.UNKNOWN || op == called)
        && (bytes == own || bytes == called.ncclBytes(own, nRanks));
  }

  private static int together(OpenThread thread, CallTable calls, int found) {
    int together = 0;
    for (int i = 0; i < thread.pendingSize(); i++) {
      int message = thread.pending(i);
      if (calls.member(message) == calls.member(found)
          && calls.kind(message) == calls.kind(found)) {
        together++;
      }
    }
    return together;
  }
}
