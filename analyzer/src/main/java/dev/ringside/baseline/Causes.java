package dev.ringside.baseline;

import dev.ringside.baseline.BaselineFinding.Severity;
import dev.ringside.baseline.Comparison.Change;
import dev.ringside.baseline.Comparison.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What got slower from one state to the next, and what of all that differs explains it. */
final class Causes {
  /** From here on bandwidth counts, below it latency. */
  private static final long BANDWIDTH_BYTES = 1L << 20;

  /** A loss of so much is no tuning matter any more. */
  private static final double SEVERE_PCT = 30;

  /** Losses this close count as equal. */
  private static final double ABOUT_PCT = 5;

  private static final Set<String> PATH =
      Set.of(
          FactTable.TRANSPORT,
          "network",
          "ring search",
          "channels for collectives",
          "tuner plugin");

  private final StatePair pair;
  private final List<BaselineFinding> findings = new ArrayList<>();

  Causes(StatePair pair) {
    this.pair = pair;
  }

  List<BaselineFinding> findings() {
    for (Comparison c : pair.comparisons()) {
      List<Point> slower = c.points(Change.SLOWER);
      if (slower.isEmpty()) {
        gain(c);
      } else {
        drop(c, slower);
        cause(c, slower);
      }
    }
    engine();
    if (pair.comparisons().isEmpty() && pair.engineChanges().isEmpty()) {
      say(
          "nothing-comparable",
          Severity.INFO,
          "the two states share no test with the same number of ranks and a common size",
          "repeat the identical command after the change");
    }
    return findings;
  }

  private void gain(Comparison c) {
    List<Point> faster = c.points(Change.FASTER);
    if (!faster.isEmpty()) {
      say(
          "benchmark-gain",
          Severity.INFO,
          c.before().title()
              + ": "
              + faster.size()
              + " of "
              + c.points().size()
              + " sizes are faster beyond noise ("
              + range(faster)
              + "), none is slower",
          "");
    }
  }

  private void drop(Comparison c, List<Point> slower) {
    Point worst = worst(slower);
    boolean isBandwidth = worst.bytes() >= BANDWIDTH_BYTES;
    double lost = worst.lostBandwidthPct();
    String figures =
        isBandwidth
            ? String.format(
                Locale.ROOT,
                "bus bandwidth %.1f to %.1f GB/s at %s (-%.0f %%)",
                worst.beforeGBs(),
                worst.afterGBs(),
                ByteSize.text(worst.bytes()),
                lost)
            : String.format(
                Locale.ROOT,
                "latency %.1f to %.1f us at %s",
                worst.beforeUs(),
                worst.afterUs(),
                ByteSize.text(worst.bytes()));
    say(
        isBandwidth ? "bandwidth-drop" : "latency-rise",
        lost >= SEVERE_PCT ? Severity.ERROR : Severity.WARNING,
        String.format(
            Locale.ROOT,
            "%s: %s; %d of %d sizes are slower beyond noise (%s)",
            c.before().title(),
            figures,
            slower.size(),
            c.points().size(),
            range(slower)),
        "");
  }

  /**
   * The point to name: the largest size that lost about as much as any, among those that measure
   * links where there are such.
   */
  private static Point worst(List<Point> slower) {
    List<Point> large = slower.stream().filter(p -> p.bytes() >= BANDWIDTH_BYTES).toList();
    List<Point> from = large.isEmpty() ? slower : large;
    double most = from.stream().mapToDouble(Point::lostBandwidthPct).max().orElseThrow();
    return from.stream()
        .filter(p -> p.lostBandwidthPct() >= most - ABOUT_PCT)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  private void cause(Comparison c, List<Point> slower) {
    int before = findings.size();
    List<Point> rechosen = slower.stream().filter(Point::hasOtherChoice).toList();
    if (!rechosen.isEmpty()) {
      otherChoice(slower, rechosen);
    }
    String version = change(FactTable.NCCL);
    if (!version.isEmpty() && rechosen.isEmpty()) {
      say(
          "nccl-version-changed",
          Severity.WARNING,
          "NCCL " + version + ", and " + whyNoChoice(slower),
          "run both again with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING and give"
              + " the logs too");
    }
    forced(c);
    variables();
    path();
    if (findings.size() == before) {
      say(
          "cause-unknown",
          Severity.INFO,
          c.before().title() + ": nothing that the inputs show differs between the two states",
          "give logs of both: NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING,NET");
    }
  }

  private static String whyNoChoice(List<Point> slower) {
    boolean isKnown =
        slower.stream().anyMatch(p -> !p.beforeChoice().isEmpty() && !p.afterChoice().isEmpty());
    return isKnown
        ? "its choice of algorithm and protocol is the same at the slower sizes"
        : "the inputs do not show what it chose at the slower sizes";
  }

  private void otherChoice(List<Point> slower, List<Point> rechosen) {
    Point worst = worst(rechosen);
    boolean isAlgorithm = !algorithm(worst.beforeChoice()).equals(algorithm(worst.afterChoice()));
    String version = change(FactTable.NCCL);
    String forced =
        pair.differences().stream()
            .filter(d -> d.name().equals("NCCL_ALGO") || d.name().equals("NCCL_PROTO"))
            .map(d -> d.name() + " " + d.before() + " to " + d.after())
            .collect(Collectors.joining(", "));
    String why =
        !forced.isEmpty()
            ? "it was forced: " + forced
            : version.isEmpty()
                ? "the NCCL release is the same or unknown, so look at what else differs"
                : "with NCCL "
                    + version
                    + ": the default changed with the release (NCCL comes with the framework, not"
                    + " with the driver)";
    String was = algorithm(worst.beforeChoice());
    say(
        isAlgorithm ? "algorithm-changed" : "protocol-changed",
        Severity.WARNING,
        "NCCL's choice went from "
            + worst.beforeChoice()
            + " to "
            + worst.afterChoice()
            + " at "
            + rechosen.size()
            + " of the "
            + slower.size()
            + " slower sizes ("
            + range(rechosen)
            + "); "
            + why,
        isAlgorithm
            ? "confirm it: NCCL_ALGO="
                + was
                + " with the same command, against the default, size by size; keep it only for the"
                + " sizes that gain (a tuner file can). Between nodes then try"
                + " NCCL_IB_QPS_PER_CONNECTION=2, 4, 8"
            : "confirm it: NCCL_PROTO="
                + worst.beforeChoice().substring(was.length() + 1)
                + " with the same command, for this test alone");
  }

  private static String algorithm(String choice) {
    return choice.substring(0, choice.indexOf('/'));
  }

  private void forced(Comparison c) {
    if (!c.before().choice().equals(c.after().choice())) {
      say(
          "choice-forced",
          Severity.WARNING,
          c.after().title()
              + ": "
              + (c.before().choice().isEmpty()
                  ? "the choice is forced, before it was NCCL's own"
                  : "the forced choice was " + c.before().choice() + " before"),
          "a choice forced at all sizes loses at some; a tuner file forces it where it wins");
    }
  }

  private void variables() {
    String changed =
        pair.differences().stream()
            .filter(Difference::isVariable)
            .map(d -> d.name() + ": " + d.before() + " to " + d.after())
            .collect(Collectors.joining("; "));
    if (!changed.isEmpty()) {
      say(
          "environment-changed",
          Severity.WARNING,
          "variables differ: " + changed,
          "set them back one at a time, with the identical command");
    }
  }

  private void path() {
    String changed =
        pair.differences().stream()
            .filter(d -> PATH.contains(d.name()))
            .map(d -> d.name() + ": " + d.before() + " to " + d.after())
            .collect(Collectors.joining("; "));
    if (!changed.isEmpty()) {
      say(
          "path-changed",
          Severity.WARNING,
          "NCCL uses other paths: " + changed,
          "'ringside doctor' on the log of the slower state says why");
    }
  }

  private void engine() {
    for (EngineChange change : pair.engineChanges()) {
      if (change.verdict().equals("worse")) {
        say(
            "serving-slower",
            Severity.WARNING,
            String.format(
                Locale.ROOT,
                "%s: %s %.2f to %.2f (%+.1f %%, %+.1f to %+.1f)",
                change.workload(),
                change.metric(),
                change.before(),
                change.after(),
                change.changePct().mid(),
                change.changePct().low(),
                change.changePct().high()),
            "take the change back where nothing else gained");
      }
    }
  }

  private String change(String name) {
    return pair.differences().stream()
        .filter(d -> d.name().equals(name))
        .map(d -> d.before() + " to " + d.after())
        .findFirst()
        .orElse("");
  }

  private static String range(List<Point> points) {
    long first = points.get(0).bytes();
    long last = points.get(points.size() - 1).bytes();
    return first == last
        ? ByteSize.text(first)
        : ByteSize.text(first) + " to " + ByteSize.text(last);
  }

  private void say(String code, Severity severity, String text, String remedy) {
    findings.add(new BaselineFinding(code, severity, pair.title(), text, remedy));
  }
}
