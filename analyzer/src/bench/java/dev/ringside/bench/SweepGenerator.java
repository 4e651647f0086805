package dev.ringside.bench;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Writes a sweep of about so many rows to standard output: a step sweep of four choices, 75 sizes
 * and as many rounds as it takes, or the table of nccl-tests.
 *
 * <pre>{@code
 * java SweepGenerator.java step 30000 1 > step.csv
 * java SweepGenerator.java nccl-tests 30000 1 > sweep_Ring_LL.txt
 * }</pre>
 *
 * <p>The same arguments give the same bytes.
 */
public final class SweepGenerator {
  private static final int SIZES = 75;
  private static final int CALLS = 32;

  private enum Form {
    STEP,
    NCCL_TESTS
  }

  /** Start and slope of a protocol's latency: microseconds, and microseconds a KiB. */
  private record Line(String algorithm, String protocol, double startUs, double usPerKiB) {}

  private static final Line[] LINES = {
    new Line("default", "default", 9, 0.115),
    new Line("Ring", "LL", 8, 0.120),
    new Line("Ring", "LL128", 12, 0.085),
    new Line("Ring", "Simple", 30, 0.070)
  };

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();

  private SweepGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Arguments: {@code step} or {@code nccl-tests}, number of rows, then a seed. */
  public static void main(String[] args) {
    if (args.length != 3) {
      System.err.println("usage: SweepGenerator step|nccl-tests ROWS SEED");
      System.exit(2);
    }
    Form form = Form.valueOf(args[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    int rows = Integer.parseInt(args[1]);
    SweepGenerator generator = new SweepGenerator(Long.parseLong(args[2]));
    if (form == Form.STEP) {
      generator.step(rows);
    } else {
      generator.table(rows);
    }
    System.out.print(generator.text);
    System.out.flush();
  }

  private void step(int rows) {
    text.append(
        """
        # ringside-step 1
        # gpu: NVIDIA H200
        # nccl: 2.28.9
        # nranks: 2
        # nnodes: 1
        # env: NCCL_P2P_DISABLE=1
        # dtype: bfloat16
        # hidden: 4096
        # layers: 16
        nranks,algorithm,protocol,tokens,bytes,calls,step_us,round
        """);
    int left = rows;
    for (int round = 1; left > 0; round++) {
      for (Line line : LINES) {
        for (int tokens = 1; tokens <= SIZES && left > 0; tokens++, left--) {
          text.append(
              String.format(
                  Locale.ROOT,
                  "2,%s,%s,%d,%d,%d,%.1f,%d%n",
                  line.algorithm(),
                  line.protocol(),
                  tokens,
                  tokens * 8192,
                  CALLS,
                  1500 + tokens * 4 + CALLS * latency(line, tokens * 8.0),
                  round));
        }
      }
    }
  }

  private void table(int rows) {
    text.append(
        """
        # nccl-tests version 2.19.6 nccl-headers=22809 nccl-library=22809
        # Collective test starting: all_reduce_perf
        # nThread 1 nGpus 2 minBytes 4096 maxBytes 122880000 step: 4096(bytes) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 20 unalign: 0
        #
        # Using devices
        #  Rank  0 Group  0 Pid   2405 on         vm device  0 [0000:00:06] NVIDIA H200
        #  Rank  1 Group  0 Pid   2405 on         vm device  1 [0000:00:07] NVIDIA H200
        #
        #                                                              out-of-place                       in-place
        #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
        #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
        """);
    for (int row = 1; row <= rows; row++) {
      long bytes = row * 4096L;
      double out = latency(LINES[1], bytes / 1024.0);
      double in = latency(LINES[1], bytes / 1024.0);
      text.append(
          String.format(
              Locale.ROOT,
              "%12d %13d  bfloat16     sum      -1 %8.2f %7.2f %7.2f       0 %8.2f %7.2f %7.2f       0%n",
              bytes,
              bytes / 2,
              out,
              bytes / out / 1000,
              bytes / out / 1000,
              in,
              bytes / in / 1000,
              bytes / in / 1000));
    }
  }

  /** With one per cent of noise. */
  private double latency(Line line, double kib) {
    return (line.startUs() + line.usPerKiB() * kib) * (0.99 + 0.02 * random.nextDouble());
  }
}
