package dev.ringside.trace.record;

import java.util.List;

/**
 * Launches of CUDA graphs that follow each other and replay the same communication kernels. Sizes
 * of replayed kernels are not recorded anywhere.
 *
 * @param stream CUDA stream number
 * @param launches how many in a row
 * @param kernels what one launch runs
 * @param intervalUs median time from the first of these kernels in one launch to that in the next,
 *     in microseconds: a whole step, host time included; NaN for a single launch
 */
public record GraphLaunches(
    int site, long stream, long launches, List<Part> kernels, double intervalUs)
    implements TraceRecord {

  /**
   * One kernel of a graph.
   *
   * @param perLaunch runs in one launch
   * @param meanUs mean duration over all launches of the record, waiting for peers included
   */
  public record Part(Kernel kernel, int perLaunch, double meanUs) {}

  public GraphLaunches {
    kernels = List.copyOf(kernels);
  }
}
