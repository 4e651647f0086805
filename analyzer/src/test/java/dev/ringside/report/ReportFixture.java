package dev.ringside.report;

import java.util.ArrayList;
import java.util.List;

/** A report of made-up round figures, in which every part is filled. */
final class ReportFixture {
  private static final long[] BATCHES = {1, 2, 4, 8, 16, 32, 40, 48, 56, 64};
  private static final Report.Choice RING_LL =
      new Report.Choice("Ring", "LL", Double.NaN, "observed");
  private static final Report.Choice RING_SIMPLE =
      new Report.Choice("Ring", "Simple", Double.NaN, "observed");
  private static final Report.Choice RING_LL128 =
      new Report.Choice("Ring", "LL128", Double.NaN, "tuner");

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
            new Report.Fact("4096", "lattice"),
            new Report.Fact("8192", "lattice"),
            new Report.Fact("32", "sequence")),
        new Report.Tuner(tuner, List.of("allreduce,0,300000,ring,ll,-1,1,2")),
        new Report.Path("in-path", List.of(foreign + " says so")),
        List.of(new Report.Input(foreign + ".log", "nccl-log")),
        List.of(new Report.Calibration("step.csv", "step", List.of("Ring/LL"), "", List.of("GPU"))),
        List.of(new Report.Group(foreign, 2, 1, 2, "shm")),
        List.of(
            scenario("as_allowed", "hurts", new Report.Range(-10.4, -10, -9.6)),
            scenario("ll128_allowed", "depends", Report.Range.UNKNOWN)),
        sizes(),
        List.of(),
        List.of(curve("LL", 8, 0.0001), curve("Simple", 20, 0.00004)),
        List.of(
            new Report.Zone("as_allowed", 2, 0, 300_000, "Ring", "LL"),
            new Report.Zone("as_allowed", 2, 300_001, Long.MAX_VALUE, "Ring", "Simple")),
        List.of(
            new Report.Lever(
                "p2p", "faster path", foreign + " goes through SHM", "NCCL_P2P_DISABLE=0")),
        List.of(new Report.Finding("p2p-off-shm", "warning", foreign + ".log", 12, foreign, "try")),
        List.of(new Report.Loss("torn-record", "data-loss", foreign + ".log", 99, foreign)),
        List.of("ringside report " + foreign + ".log"));
  }

  private static Report.Scenario scenario(String name, String verdict, Report.Range pct) {
    return new Report.Scenario(
        name, verdict, "step", "up to batch 64", pct, Report.Range.UNKNOWN, Double.NaN, "");
  }

  private static List<Report.Size> sizes() {
    List<Report.Size> sizes = new ArrayList<>();
    for (long b : BATCHES) {
      boolean isLarge = b >= 56;
      double gain = (b - 30) / 10.0;
      sizes.add(
          new Report.Size(
              2,
              1,
              b * 8192,
              b,
              "decode",
              32,
              false,
              3,
              96,
              "lattice",
              1800 + 25.0 * b,
              Double.NaN,
              isLarge ? RING_SIMPLE : RING_LL,
              isLarge
                  ? new Report.Outcome(RING_LL, range(-8, 0.5), range(-10, 0.4))
                  : new Report.Outcome(RING_LL, range(0, 0), range(0, 0)),
              new Report.Outcome(RING_LL128, range(gain, 1), range(gain, 0.7))));
    }
    sizes.add(
        new Report.Size(
            2,
            1,
            4 << 20,
            -1,
            "eager",
            -1,
            false,
            -1,
            416,
            "stream",
            Double.NaN,
            Double.NaN,
            RING_SIMPLE,
            new Report.Outcome(RING_SIMPLE, Report.Range.UNKNOWN, Report.Range.UNKNOWN),
            new Report.Outcome(RING_SIMPLE, Report.Range.UNKNOWN, Report.Range.UNKNOWN)));
    return sizes;
  }

  private static Report.Range range(double mid, double half) {
    return new Report.Range(mid - half, mid, mid + half);
  }

  private static Report.Curve curve(String protocol, double latency, double usPerByte) {
    List<Report.CurvePoint> points = new ArrayList<>();
    for (long b = 8192; b <= 1 << 20; b *= 2) {
      points.add(new Report.CurvePoint(b, range(latency + b * usPerByte, 1)));
    }
    return new Report.Curve("Ring", protocol, 2, "isolated", points);
  }
}
