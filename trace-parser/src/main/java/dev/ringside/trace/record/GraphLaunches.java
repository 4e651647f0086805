package dev.ringside.trace.record;

import java.util.List;
import java.util.Optional;

/**
 * Launches of CUDA graphs that follow each other and replay the same communication kernels. Sizes
 * of replayed kernels are not recorded anywhere.
 *
 * @param stream CUDA stream number
 * @param launches how many in a row
 * @param kernels what one launch runs
 * @param intervalUs median time from the first of these kernels in one launch to that in the next,
 *     in microseconds: a whole step, host time included; NaN for a single launch
 * @param allReduce part of that time that AllReduce kernels run; empty where there is none or the
 *     launch is a single one
 */
public record GraphLaunches(
    int site,
    long stream,
    long launches,
    List<Part> kernels,
    double intervalUs,
    Optional<Share> allReduce)
    implements TraceRecord {

  /**
   * One kernel of a graph.
   *
   * @param perLaunch runs in one launch
   * @param meanUs mean duration over all launches of the record, waiting for peers included
   */
  public record Part(Kernel kernel, int perLaunch, double meanUs) {}

  /**
   * Parts of one, of the launches one by one.
   *
   * @param mid the median
   */
  public record Share(double low, double mid, double high) {}

  public GraphLaunches {
    kernels = List.copyOf(kernels);
  }
}
