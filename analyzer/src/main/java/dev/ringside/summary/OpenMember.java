package dev.ringside.summary;

import java.util.ArrayList;
import java.util.List;

/** One communicator of one process while a piece is read: the run that its calls are in. */
final class OpenMember {
  /** A finished run, by the number of its message. */
  record ShownRun(int message, long length, long offset, boolean isMarked) {}

  final int number;

  /** Message of the current run; -1 before the first call. */
  int message = -1;

  int kind;
  int writer;
  int nRanks;
  long count;
  long stream;
  long length;
  long offset;

  private ShownRun head;
  private final List<ShownRun> firstRuns = new ArrayList<>(0);

  OpenMember(int number) {
    this.number = number;
  }

  boolean isNext(int callKind, int callWriter, long callCount, int callRanks, long callStream) {
    return message >= 0
        && count == callCount
        && stream == callStream
        && kind == callKind
        && writer == callWriter
        && nRanks == callRanks;
  }

  /** Ends the current run, if there is one, since a call of another message comes. */
  void endRun(CallTable calls, int nextKind) {
    if (message < 0) {
      return;
    }
    boolean isMarked = CallTable.collective(kind) != CallTable.collective(nextKind);
    calls.addCalls(message, length);
    if (head == null) {
      head = new ShownRun(message, length, offset, isMarked);
      return;
    }
    calls.closeRun(message, length, isMarked);
    if (firstRuns.size() < SummaryLimits.SHOWN_RUNS) {
      firstRuns.add(new ShownRun(message, length, offset, isMarked));
    }
  }

  /** Runs that touch neither end of the piece, as many as are shown. */
  List<ShownRun> firstRuns() {
    return firstRuns;
  }

  /** First and last run; only one where they are the same. */
  List<ShownRun> ends() {
    ShownRun current = new ShownRun(message, length, offset, false);
    return message < 0 ? List.of() : head == null ? List.of(current) : List.of(head, current);
  }
}
