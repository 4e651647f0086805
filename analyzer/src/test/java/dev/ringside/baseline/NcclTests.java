package dev.ringside.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes outputs as nccl-tests 2.17.4 and later print them. */
public final class NcclTests {
  private String test = "all_reduce";
  private String type = "float";
  private int library = 22304;
  private int nNodes = 1;
  private int perNode = 8;
  private String gpu = "NVIDIA H100 80GB HBM3";
  private int checks = 1;
  private int graph;
  private String command = "";
  private boolean isNamed = true;
  private final List<String> rows = new ArrayList<>();
  private long wrong;

  public static NcclTests of(String test) {
    NcclTests t = new NcclTests();
    t.test = test;
    return t;
  }

  public NcclTests nodes(int nodes, int gpusOfEach) {
    nNodes = nodes;
    perNode = gpusOfEach;
    return this;
  }

  public NcclTests library(int code) {
    library = code;
    return this;
  }

  public NcclTests gpu(String name) {
    gpu = name;
    return this;
  }

  public NcclTests type(String name) {
    type = name;
    return this;
  }

  public NcclTests checks(int perSize) {
    checks = perSize;
    return this;
  }

  public NcclTests graph(int launches) {
    graph = launches;
    return this;
  }

  /** A shell's echo of the command, as a log often has it in front. */
  public NcclTests command(String line) {
    command = line;
    return this;
  }

  public NcclTests unnamed() {
    isNamed = false;
    return this;
  }

  /** A size by its bus bandwidth. */
  public NcclTests busBw(long bytes, double gbs) {
    return us(bytes, bytes / 1e3 / gbs * BusBandwidth.factor(test, nNodes * perNode));
  }

  /** A size by its time. */
  public NcclTests us(long bytes, double us) {
    return us(bytes, us, 0);
  }

  public NcclTests us(long bytes, double us, long wrongValues) {
    wrong += wrongValues;
    double alg = bytes / us / 1e3;
    double bus = alg * BusBandwidth.factor(test, nNodes * perNode);
    String half = String.format(Locale.ROOT, " %8.2f %7.2f %7.2f", us, alg, bus);
    rows.add(
        String.format(
            Locale.ROOT,
            "%12d  %12d  %8s  %6s  %6d %s %6s  %s %6s",
            bytes,
            bytes / size(),
            type,
            "sum",
            -1,
            half,
            check(wrongValues),
            half,
            check(0)));
    return this;
  }

  private String check(long values) {
    return checks == 0 ? "N/A" : Long.toString(values);
  }

  private int size() {
    return type.equals("float") ? 4 : 2;
  }

  public String text() {
    StringBuilder out = new StringBuilder();
    if (!command.isEmpty()) {
      out.append(command).append('\n');
    }
    out.append(
        String.format(
            "# nccl-tests version 2.17.6 nccl-headers=%d nccl-library=%d%n", library, library));
    if (isNamed) {
      out.append("# Collective test starting: ").append(test).append("_perf\n");
    }
    out.append(
        String.format(
            "# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 1"
                + " iters: 20 agg iters: 1 validation: %d graph: %d unalign: 0%n#%n# Using devices%n",
            checks, graph));
    for (int rank = 0; rank < nNodes * perNode; rank++) {
      out.append(
          String.format(
              "#  Rank %2d Group  0 Pid %6d on node%02d device %2d [0000:%02x:00] %s%n",
              rank, 4000 + rank, rank / perNode, rank % perNode, 16 + rank % perNode, gpu));
    }
    out.append("#\n#       size         count      type   redop    root     time   algbw   busbw ")
        .append(" #wrong     time   algbw   busbw  #wrong\n")
        .append("#        (B)    (elements)                               (us)  (GB/s)  (GB/s)")
        .append("             (us)  (GB/s)  (GB/s)\n");
    rows.forEach(r -> out.append(r).append('\n'));
    out.append("# Out of bounds values : ")
        .append(wrong)
        .append(wrong == 0 ? " OK\n" : " FAILED\n")
        .append("# Avg bus bandwidth    : 1.0 \n");
    return out.toString();
  }
}
