package dev.ringside.trace.kernel;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Communication kernels without metadata, kept until the end of a trace: only then is it known
 * which of them a graph launched, since the launch may stand behind its kernels.
 *
 * <pre>{@code
 * replays.launched(correlation);
 * replays.add(shape, correlation, stream, startUs, us, offset);
 * replays.finish(shapes, site, sink);
 * }</pre>
 */
public final class GraphReplays {

  /** Kernels kept, 44 bytes each; a trace with that many has several gigabytes. */
  static final int MAX_KERNELS = 1_000_000;

  private int size;
  private long[] correlations = new long[1024];
  private long[] streams = new long[1024];
  private int[] kernels = new int[1024];
  private double[] starts = new double[1024];
  private double[] durations = new double[1024];
  private long[] offsets = new long[1024];
  private final IdMap graphs = new IdMap();

  /** A graph was launched under this correlation. */
  public void launched(long correlation) {
    graphs.put(correlation, 1);
  }

  /**
   * Keeps one run.
   *
   * @param kernel index in the list that {@link #finish} will get
   * @param correlation number that all kernels of one launch share
   * @param startUs any clock
   * @return false where there is no room any more
   */
  public boolean add(
      int kernel, long correlation, long stream, double startUs, double us, long offset) {
    if (size == MAX_KERNELS) {
      return false;
    }
    if (size == kernels.length) {
      grow();
    }
    correlations[size] = correlation;
    streams[size] = stream;
    kernels[size] = kernel;
    starts[size] = startUs;
    durations[size] = us;
    offsets[size] = offset;
    size++;
    return true;
  }

  private void grow() {
    int n = 2 * kernels.length;
    correlations = Arrays.copyOf(correlations, n);
    streams = Arrays.copyOf(streams, n);
    kernels = Arrays.copyOf(kernels, n);
    starts = Arrays.copyOf(starts, n);
    durations = Arrays.copyOf(durations, n);
    offsets = Arrays.copyOf(offsets, n);
  }

  /** Pushes each kernel, then the launches in the order in which they ran. */
  public void finish(List<Kernel> shapes, int site, TraceSink sink) {
    Map<Long, Launch> launches = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      boolean replayed = graphs.get(correlations[i], 0) == 1;
      sink.kernel(site, shapes.get(kernels[i]), -1, -1, replayed, durations[i], offsets[i]);
      if (replayed) {
        long stream = streams[i];
        launches.computeIfAbsent(correlations[i], c -> new Launch(stream)).add(this, i);
      }
    }
    List<Launch> inOrder = new ArrayList<>(launches.values());
    inOrder.sort((a, b) -> Double.compare(a.start, b.start));
    Run run = null;
    for (Launch launch : inOrder) {
      if (run != null && run.takes(launch)) {
        run.add(launch);
      } else {
        if (run != null) {
          run.push(site, sink);
        }
        run = new Run(launch, shapes);
      }
    }
    if (run != null) {
      run.push(site, sink);
    }
  }

  /** One launch: its kernels by shape, with number and time. */
  private static final class Launch {
    private final long stream;
    private double start = Double.POSITIVE_INFINITY;
    private long offset = Long.MAX_VALUE;
    private final TreeMap<Integer, Integer> counts = new TreeMap<>();
    private final TreeMap<Integer, Double> totals = new TreeMap<>();

    Launch(long stream) {
      this.stream = stream;
    }

    void add(GraphReplays all, int i) {
      start = Math.min(start, all.starts[i]);
      offset = Math.min(offset, all.offsets[i]);
      counts.merge(all.kernels[i], 1, Integer::sum);
      totals.merge(all.kernels[i], all.durations[i], Double::sum);
    }
  }

  /** Launches in a row with the same kernels. */
  private static final class Run {
    private final Launch first;
    private final List<Kernel> shapes;
    private final TreeMap<Integer, Double> totals;
    private final List<Double> intervals = new ArrayList<>();
    private final List<Double> shares = new ArrayList<>();
    private Launch last;

    Run(Launch first, List<Kernel> shapes) {
      this.first = first;
      this.shapes = shapes;
      this.totals = new TreeMap<>(first.totals);
      this.last = first;
    }

    boolean takes(Launch launch) {
      return launch.stream == first.stream && launch.counts.equals(first.counts);
    }

    void add(Launch launch) {
      double interval = launch.start - last.start;
      intervals.add(interval);
      if (interval > 0) {
        shares.add(allReduceUs(last) / interval);
      }
      last = launch;
      launch.totals.forEach((kernel, us) -> totals.merge(kernel, us, Double::sum));
    }

    private double allReduceUs(Launch launch) {
      double us = 0;
      for (Map.Entry<Integer, Double> kernel : launch.totals.entrySet()) {
        boolean counts = shapes.get(kernel.getKey()).op() == Collective.ALL_REDUCE;
        us += counts ? kernel.getValue() : 0;
      }
      return us;
    }

    private Optional<GraphLaunches.Share> share() {
      shares.sort(Double::compare);
      int n = shares.size();
      return n == 0 || shares.get(n - 1) <= 0
          ? Optional.empty()
          : Optional.of(
              new GraphLaunches.Share(shares.get(0), shares.get(n / 2), shares.get(n - 1)));
    }

    void push(int site, TraceSink sink) {
      long launches = intervals.size() + 1L;
      List<GraphLaunches.Part> parts = new ArrayList<>();
      first.counts.forEach(
          (kernel, count) ->
              parts.add(
                  new GraphLaunches.Part(
                      shapes.get(kernel), count, totals.get(kernel) / count / launches)));
      intervals.sort(Double::compare);
      double median = intervals.isEmpty() ? Double.NaN : intervals.get(intervals.size() / 2);
      sink.record(
          new GraphLaunches(site, first.stream, launches, parts, median, share()), first.offset);
    }
  }
}
