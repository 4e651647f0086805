package dev.ringside.baseline;

import dev.ringside.baseline.BaselineFinding.Severity;
import dev.ringside.cost.TransportSwitch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One state against the limits of its fabrics. */
final class HealthCheck {
  private static final String HOST_MEMORY = "host-memory";

  private final Side side;
  private final HealthLimits limits;
  private final List<HealthResult> results = new ArrayList<>();
  private final List<BaselineFinding> findings = new ArrayList<>();

  HealthCheck(Side side, HealthLimits limits) {
    this.side = side;
    this.limits = limits;
  }

  List<HealthResult> results() {
    return results;
  }

  List<BaselineFinding> findings() {
    return findings;
  }

  void run() {
    side.measurements().forEach(this::validity);
    Series.of(side.measurements()).forEach(this::bandwidth);
  }

  private void validity(Measurement m) {
    if (m.wrong() > 0) {
      say(
          "data-corruption",
          Severity.ERROR,
          m.source() + ": " + m.wrong() + " values came out wrong; its times count for nothing",
          "find the cause first: run it again with NCCL_PROTO and NCCL_ALGO unset, then"
              + " 'ringside doctor' on its log");
    }
    if (m.independentJobs() > 1) {
      say(
          "benchmark-not-mpi",
          Severity.WARNING,
          m.source()
              + ": "
              + m.independentJobs()
              + " processes each ran a job of their own, so nothing was exchanged",
          "build nccl-tests with MPI=1, or use one process with -g GPUS");
    } else if (m.nRanks() == 1) {
      say(
          "single-rank-run",
          Severity.INFO,
          m.source() + ": one rank exchanges nothing; its bandwidth means nothing",
          "run it with -g 2 or more, or under mpirun");
    }
  }

  private void bandwidth(Series series) {
    if (!series.test().equals("all_reduce") || series.nRanks() < 2 || forces(series)) {
      return;
    }
    long bytes = series.bestLargeSize();
    if (bytes < 0) {
      say(
          "large-messages-missing",
          Severity.INFO,
          series.title() + ": no size from 64 MiB on, so links cannot be judged",
          "all_reduce_perf -b 8 -e 8G -f 2");
      return;
    }
    Optional<HealthLimit> limit = limit(series);
    if (limit.isEmpty()) {
      say(
          "no-limit",
          Severity.INFO,
          series.title()
              + String.format(
                  Locale.ROOT,
                  ": %.1f GB/s bus bandwidth at %s, and no limit for ",
                  series.busBw(bytes),
                  ByteSize.text(bytes))
              + (series.nNodes() < 0 ? "an unknown number of nodes" : "this fabric"),
          series.nNodes() < 0
              ? "keep the device list of nccl-tests in the file"
              : "add a row to a copy of 'ringside baseline --print-limits', give it with --limits");
      return;
    }
    double unit = limit.get().unit() == HealthLimit.Unit.SHARE ? side.nodeNicGBs() : 1;
    HealthResult result =
        new HealthResult(
            side.label(),
            series.title(),
            bytes,
            series.busBw(bytes),
            limit.get().fabric(),
            limit.get().healthy() * unit,
            limit.get().poor() * unit,
            limit.get().why());
    results.add(result);
    judge(result);
  }

  /** A pinned choice is slow where it is the wrong one; that says nothing of the links. */
  private static boolean forces(Series series) {
    return !series.choice().isEmpty();
  }

  private void judge(HealthResult r) {
    if (r.verdict().equals("healthy")) {
      return;
    }
    boolean isPoor = r.verdict().equals("poor");
    say(
        "below-health-limit",
        isPoor ? Severity.ERROR : Severity.WARNING,
        String.format(
            Locale.ROOT,
            "%s: %.1f GB/s bus bandwidth, %s should reach %.0f (%s)",
            r.title(),
            r.busBwGBs(),
            r.fabric(),
            r.healthyGBs(),
            r.why()),
        "look at software before hardware: 'ringside doctor' on a log of NCCL_DEBUG=INFO"
            + " NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,NET,TUNING of the same run");
  }

  private Optional<HealthLimit> limit(Series series) {
    if (series.nNodes() > 1) {
      Optional<HealthLimit> share =
          Double.isNaN(side.nodeNicGBs())
              ? Optional.empty()
              : find(HealthLimit.Unit.SHARE, false, series);
      return share.isPresent() ? share : find(HealthLimit.Unit.GBS, false, series);
    }
    if (series.nNodes() != 1) {
      return Optional.empty();
    }
    return usesHostMemory()
        ? limits.named(HOST_MEMORY)
        : find(HealthLimit.Unit.GBS, true, series).filter(l -> !l.fabric().equals(HOST_MEMORY));
  }

  private Optional<HealthLimit> find(HealthLimit.Unit unit, boolean isOneNode, Series series) {
    return limits.find(unit, isOneNode, series.runs().get(0).gpu(), series.nRanks());
  }

  private boolean usesHostMemory() {
    return side.facts().text(FactTable.TRANSPORT).contains("SHM")
        || TransportSwitch.isOff(side.facts().text("NCCL_P2P_DISABLE"));
  }

  private void say(String code, Severity severity, String text, String remedy) {
    findings.add(new BaselineFinding(code, severity, side.label(), text, remedy));
  }
}
