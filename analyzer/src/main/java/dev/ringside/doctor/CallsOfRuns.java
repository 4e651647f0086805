package dev.ringside.doctor;

import dev.ringside.doctor.CallHistory.Call;
import dev.ringside.summary.Run;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * Calls one by one, kept as the runs that they came in: ten thousand ranks with thousands of calls
 * each would not fit into memory otherwise.
 */
final class CallsOfRuns extends AbstractList<Call> implements RandomAccess {
  static final CallsOfRuns NONE = new CallsOfRuns(List.of());

  private final Call[] calls;

  /** How many calls there are up to the end of each run. */
  private final int[] ends;

  /** No more calls than an {@code int} counts. */
  CallsOfRuns(List<Run> runs) {
    calls = new Call[runs.size()];
    ends = new int[runs.size()];
    int end = 0;
    for (int i = 0; i < calls.length; i++) {
      calls[i] = Call.of(runs.get(i).key());
      end = Math.addExact(end, Math.toIntExact(runs.get(i).length()));
      ends[i] = end;
    }
  }

  /** How many calls both begin with. */
  int commonWith(CallsOfRuns other) {
    int i = 0;
    int j = 0;
    int common = 0;
    while (i < calls.length && j < other.calls.length && calls[i].equals(other.calls[j])) {
      common = Math.min(ends[i], other.ends[j]);
      i += ends[i] == common ? 1 : 0;
      j += other.ends[j] == common ? 1 : 0;
    }
    return common;
  }

  @Override
  public Call get(int index) {
    if (index < 0 || index >= size()) {
      throw new IndexOutOfBoundsException(index);
    }
    int run = Arrays.binarySearch(ends, index + 1);
    return calls[run < 0 ? -run - 1 : run];
  }

  @Override
  public int size() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }
}
