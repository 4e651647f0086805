package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Kernel;
import java.util.Comparator;

/**
 * Runs of one communication kernel for one message size.
 *
 * @param bytes message size; -1 unknown
 * @param nRanks -1 unknown
 * @param isReplayed whether a CUDA graph launched them
 * @param timed runs with a duration
 * @param totalNs sum of the durations, in nanoseconds
 * @param shortestNs 0 where none is timed
 * @param longestNs 0 where none is timed
 */
public record KernelRuns(
    CallSite where,
    Kernel kernel,
    long bytes,
    int nRanks,
    boolean isReplayed,
    long runs,
    long timed,
    long totalNs,
    long shortestNs,
    long longestNs) {

  record Key(CallSite where, Kernel kernel, long bytes, int nRanks, boolean isReplayed)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::where, Sites.ORDER)
            .thenComparing(k -> k.kernel.family())
            .thenComparing(k -> k.kernel.name())
            .thenComparing(k -> k.kernel.op())
            .thenComparing(k -> k.kernel.pattern())
            .thenComparingInt(k -> k.kernel.channels())
            .thenComparingInt(k -> k.kernel.threads())
            .thenComparingLong(Key::bytes)
            .thenComparingInt(Key::nRanks)
            .thenComparing(Key::isReplayed);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  @JsonIgnore
  Key key() {
    return new Key(where, kernel, bytes, nRanks, isReplayed);
  }

  KernelRuns plus(KernelRuns o) {
    boolean both = timed > 0 && o.timed > 0;
    return new KernelRuns(
        where,
        kernel,
        bytes,
        nRanks,
        isReplayed,
        runs + o.runs,
        timed + o.timed,
        totalNs + o.totalNs,
        both ? Math.min(shortestNs, o.shortestNs) : shortestNs + o.shortestNs,
        Math.max(longestNs, o.longestNs));
  }
}
