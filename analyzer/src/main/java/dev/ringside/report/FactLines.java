package dev.ringside.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a report rests on, as lines with a label. */
final class FactLines {
  private static final int GROUPS_NAMED = 3;

  private FactLines() {}

  /** By label; empty text where nothing is known. */
  static Map<String, String> of(Report report) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("NCCL", String.join(", ", report.nccl().versions()));
    lines.put("ranks", groups(report.communicators()));
    lines.put("model", model(report.model()));
    lines.put("tuner", report.tuner().name());
    lines.put("curves", calibrations(report.calibrations()));
    lines.put("NCCL used", path(report.path()));
    lines.put("AllReduce", share(report));
    return lines;
  }

  private static String groups(List<Report.Group> groups) {
    List<String> shapes =
        groups.stream().filter(g -> g.nRanks() > 1).map(FactLines::group).distinct().toList();
    String named = shapes.stream().limit(GROUPS_NAMED).collect(Collectors.joining("; "));
    return shapes.size() > GROUPS_NAMED
        ? named + "; and " + (shapes.size() - GROUPS_NAMED) + " other shapes"
        : named;
  }

  private static String group(Report.Group g) {
    String nodes =
        g.nNodes() < 0
            ? "an unknown number of nodes"
            : g.nNodes() == 1 ? "1 node" : g.nNodes() + " nodes";
    String ranks =
        Numbers.count(g.nRanks()) + " ranks on " + nodes + ", " + g.ranksSeen() + " seen";
    return g.transport().isEmpty() ? ranks : ranks + ", " + g.transport();
  }

  private static String model(Report.Model m) {
    List<String> parts = new ArrayList<>();
    if (!m.name().isEmpty()) {
      parts.add(m.name());
    }
    if (!m.engine().isEmpty()) {
      parts.add(m.engine());
    }
    fact(parts, "hidden ", m.hidden(), "");
    fact(parts, "", m.bytesPerToken(), " bytes a token");
    fact(parts, "", m.callsPerPass(), " AllReduces a pass");
    return String.join(", ", parts);
  }

  private static void fact(List<String> parts, String before, Report.Fact fact, String behind) {
    if (fact.isKnown()) {
      parts.add(before + fact.value() + behind + basisInBrackets(fact.basis()));
    }
  }

  static String basisInBrackets(String basis) {
    return basis.isEmpty() ? "" : " (" + basis + ")";
  }

  /** Those that serve; where none does, why. */
  private static String calibrations(List<Report.Calibration> all) {
    List<Report.Calibration> serving = all.stream().filter(c -> c.refused().isEmpty()).toList();
    return (serving.isEmpty() ? all : serving)
        .stream()
            .map(
                c ->
                    c.refused().isEmpty()
                        ? c.name() + basisInBrackets(c.basis())
                        : c.name() + " refused: " + c.refused())
            .distinct()
            .collect(Collectors.joining("; "));
  }

  /** Of a step: as a profiler timed it, else as latencies and step times say. */
  private static String share(Report report) {
    List<Report.Range> timed =
        report.graphSteps().stream().map(Report.GraphStep::allReduceSharePct).toList();
    if (!timed.isEmpty()) {
      long launches = report.graphSteps().stream().mapToLong(Report.GraphStep::launches).sum();
      return span(timed) + " of a replayed step (profiler, " + launches + " launches)";
    }
    List<Report.Range> computed =
        report.sizes().stream()
            .filter(Report.Size::isDecode)
            .map(Report.Size::allReduceSharePct)
            .filter(Report.Range::isKnown)
            .toList();
    return computed.isEmpty()
        ? ""
        : span(computed) + " of a decode step, by their latency alone and the step time";
  }

  private static String span(List<Report.Range> shares) {
    return String.format(
        Locale.ROOT,
        "%.0f to %.0f %%",
        shares.stream().mapToDouble(Report.Range::low).min().orElseThrow(),
        shares.stream().mapToDouble(Report.Range::high).max().orElseThrow());
  }

  private static String path(Report.Path path) {
    String state =
        switch (path.state()) {
          case "in-path" -> "yes";
          case "not-in-path" -> "no";
          default -> "not known";
        };
    return state
        + path.evidence().stream().limit(1).map(e -> ": " + e).collect(Collectors.joining());
  }
}
