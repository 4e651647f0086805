package dev.ringside.report;

import dev.ringside.doctor.CheckState;
import dev.ringside.doctor.CheckedItem;
import dev.ringside.doctor.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report of made-up round figures, in which every part is filled. */
final class ReportFixture {
  private static final long[] BATCHES = {1, 2, 4, 8, 16, 32, 40, 48, 56, 64};
  private static final Report.Choice RING_LL =
      new Report.Choice("Ring", "LL", Double.NaN, "observed", -1, false);
  private static final Report.Choice RING_SIMPLE =
      new Report.Choice("Ring", "Simple", Double.NaN, "observed", -1, false);
  private static final Report.Choice RING_LL128 =
      new Report.Choice("Ring", "LL128", Double.NaN, "tuner", -1, false);

  private ReportFixture() {}

  static Report report() {
    return named("tuner.csv", "node01");
  }

  /** With these words wherever a report carries foreign text. */
  static Report named(String tuner, String foreign) {
    return new Report(
        "hurts",
        "step",
        tuner + " makes decode steps slower by up to 10.0 % (batch 64).",
        "",
        "1.0.0",
        new Report.Nccl(List.of("2.28.9"), List.of("13.0")),
        new Report.Model(
            foreign,
            "sglang",
            new Report.Fact(4096, "lattice"),
            new Report.Fact(8192, "lattice"),
            new Report.Fact(32, "sequence")),
        new Report.Tuner(tuner, List.of("allreduce,0,300000,ring,ll,-1,1,2")),
        new Report.Path("in-path", List.of(foreign + " says so")),
        List.of(new Report.Input(foreign + ".log", "nccl-log")),
        List.of(
            new Report.Calibration(
                List.of("step.csv"), "step", 2, List.of("Ring/LL"), "", "", List.of("GPU"))),
        List.of(new Report.Group(foreign, 2, 1, 2, "shm")),
        List.of(
            scenario("as_allowed", "hurts", new Report.Range(-10.4, -10, -9.6)),
            scenario("ll128_allowed", "depends", Report.Range.UNKNOWN)),
        sizes(),
        List.of(),
        List.of(new Report.GraphStep(36, 32, 1900, new Report.Range(21, 30, 44))),
        List.of(curve("LL", 8, 0.0001), curve("Simple", 20, 0.00004)),
        List.of(
            new Report.Zone("as_allowed", 2, 0, 300_000, "Ring", "LL"),
            new Report.Zone("as_allowed", 2, 300_001, Long.MAX_VALUE, "Ring", "Simple")),
        List.of(whatIf()),
        List.of(
            new Report.Lever(
                "p2p",
                "faster path",
                "published",
                foreign + " goes through SHM",
                "",
                -1,
                Report.Range.UNKNOWN,
                Report.Range.UNKNOWN,
                "NCCL_P2P_DISABLE=0")),
        List.of(new Report.Finding("p2p-off-shm", "warning", foreign + ".log", 12, foreign, "try")),
        List.of(
            new CheckedItem(
                "peer-access",
                Layer.PCIE,
                "GPUs of a node reach each other directly",
                CheckState.CONTRADICTED,
                "p2p-off-shm",
                foreign)),
        List.of(new Report.Loss("torn-record", "data-loss", foreign + ".log", 99, foreign)),
        List.of("ringside report " + foreign + ".log"));
  }

  private static Report.Scenario scenario(String name, String verdict, Report.Range pct) {
    return new Report.Scenario(
        name, verdict, "step", "up to batch 64", "", pct, Report.Range.UNKNOWN, Double.NaN, "");
  }

  private static List<Report.Size> sizes() {
    List<Report.Size> sizes = new ArrayList<>();
    for (long b : BATCHES) {
      boolean isLarge = b >= 56;
      double gain = (b - 30) / 10.0;
      Report.Outcome asAllowed =
          isLarge
              ? new Report.Outcome(RING_LL, 1, true, range(-8, 0.5), range(-10, 0.4), 0)
              : new Report.Outcome(RING_LL, 1, false, range(0, 0), range(0, 0), -1);
      Report.Outcome ll128 =
          new Report.Outcome(RING_LL128, 1, true, range(gain, 1), range(gain, 0.7), 0);
      sizes.add(decode(b, isLarge ? RING_SIMPLE : RING_LL, asAllowed, ll128));
    }
    sizes.add(eager());
    return sizes;
  }

  private static Report.Size decode(
      long batch, Report.Choice own, Report.Outcome asAllowed, Report.Outcome ll128) {
    double stepUs = 1800 + 25.0 * batch;
    return new Report.Size(
        2,
        1,
        batch * 8192,
        batch,
        "lattice",
        "decode",
        "stream",
        32,
        false,
        "sequence",
        3,
        "sequence",
        96,
        "step",
        stepUs,
        "step_sweep",
        0,
        Report.Range.UNKNOWN,
        Double.NaN,
        own,
        asAllowed,
        ll128);
  }

  private static Report.Size eager() {
    Report.Outcome same =
        new Report.Outcome(RING_SIMPLE, -1, false, Report.Range.UNKNOWN, Report.Range.UNKNOWN, -1);
    return new Report.Size(
        2,
        1,
        4 << 20,
        -1,
        "",
        "eager",
        "stream",
        -1,
        false,
        "",
        -1,
        "",
        416,
        "",
        Double.NaN,
        "",
        -1,
        Report.Range.UNKNOWN,
        Double.NaN,
        RING_SIMPLE,
        same,
        same);
  }

  private static Report.Range range(double mid, double half) {
    return new Report.Range(mid - half, mid, mid + half);
  }

  private static Report.WhatIf whatIf() {
    List<Report.WhatIfBatch> batches = new ArrayList<>();
    for (long b = 1; b <= 64; b++) {
      String own = b < 50 ? "Ring/LL" : "Ring/Simple";
      batches.add(
          new Report.WhatIfBatch(
              b,
              1800 + 25.0 * b,
              own,
              Map.of("as_allowed", own, "ll128_allowed", own),
              Map.of(
                  "Ring/LL",
                  range(b < 50 ? 0 : -8, 0.5),
                  "Ring/LL128",
                  range((b - 30) / 10.0, 1))));
    }
    List<String> safe = List.of("Ring/LL", "Ring/Simple");
    return new Report.WhatIf(
        2,
        1,
        8192,
        32,
        64,
        Map.of(
            "as_allowed", safe, "ll128_allowed", List.of("Ring/LL", "Ring/LL128", "Ring/Simple")),
        batches);
  }

  private static Report.Curve curve(String protocol, double latency, double usPerByte) {
    List<Report.CurvePoint> points = new ArrayList<>();
    for (long b = 8192; b <= 1 << 20; b *= 2) {
      points.add(new Report.CurvePoint(b, range(latency + b * usPerByte, 1)));
    }
    return new Report.Curve("Ring", protocol, 2, "isolated", 0, points);
  }
}
