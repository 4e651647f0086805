package dev.ringside.cost;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One measured size.
 *
 * @param bytes message size
 * @param tokens tokens of the step; 0 for curves of single calls
 * @param calls calls that one sample spans: AllReduces of the step, 1 for curves of single calls
 * @param samples microseconds by round; equal rounds of two curves were measured side by side. For
 *     nccl-tests an even round is out-of-place, the odd one behind it in-place
 */
public record CurvePoint(
    long bytes, long tokens, int calls, NavigableMap<Integer, Double> samples) {
  public CurvePoint {
    if (bytes < 0 || calls < 1 || samples.isEmpty()) {
      throw new IllegalArgumentException("a point needs bytes, calls and a sample: " + bytes);
    }
    samples = Collections.unmodifiableNavigableMap(new TreeMap<>(samples));
  }

  /** Median, smallest and largest sample. */
  public Interval us() {
    return Samples.interval(samples.values());
  }
}
