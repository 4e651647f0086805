package dev.ringside.report;

import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.Style.Mark;
import dev.ringside.summary.CallCounts;
import dev.ringside.summary.InspectedCommunicator;
import dev.ringside.summary.Inspection;
import dev.ringside.trace.record.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is in some inputs, for a terminal. */
public final class InspectionText {
  private static final int MANY = 20;

  private final Inspection inspection;
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private InspectionText(Inspection inspection, Style style) {
    this.inspection = inspection;
    this.style = style;
  }

  /** Lines without their ends. */
  public static List<String> lines(
      Inspection inspection, List<LocatedFinding> findings, Style style) {
    InspectionText text = new InspectionText(inspection, style);
    text.sources();
    text.facts();
    text.calls();
    text.tuning();
    text.kernels();
    text.launches();
    text.communicators();
    text.benchmark();
    text.findings(findings);
    text.losses();
    return text.lines;
  }

  private void sources() {
    Map<String, List<String>> byKind = new TreeMap<>();
    for (Source s : inspection.sources()) {
      byKind.computeIfAbsent(s.kind(), k -> new ArrayList<>()).add(s.name());
    }
    byKind.forEach((kind, names) -> fact(kind, FileNames.summary(names)));
    if (!inspection.contains().isEmpty()) {
      fact("contains", String.join(", ", inspection.contains()));
    }
  }

  private void facts() {
    fact("NCCL", inspection.ncclVersion().orElse(""));
    fact("CUDA", inspection.cudaVersion().orElse(""));
    fact("ranks", inspection.ranks().isPresent() ? ranks() : "");
    fact("transports", counted(inspection.transports()));
    inspection.tp().ifPresent(tp -> fact("engine TP", Integer.toString(tp)));
    inspection.customAllreduce().ifPresent(c -> fact("engine's own all-reduce", c ? "on" : "off"));
    serving();
  }

  private String ranks() {
    String seen =
        inspection
            .ranksSeen()
            .map(r -> ", seen: " + (r.size() == 1 ? "rank " : "ranks ") + NumberRanges.of(r))
            .orElse(", which ones not known");
    String nodes =
        inspection.nodes().isPresent()
            ? (inspection.nodes().getAsInt() == 1
                ? " on 1 node"
                : " on " + inspection.nodes().getAsInt() + " nodes")
            : "";
    return inspection.ranks().getAsInt() + nodes + seen;
  }

  private void serving() {
    List<Integer> running = inspection.serving().running();
    if (!running.isEmpty()) {
      fact(
          "running batches",
          running.size()
              + " status lines, "
              + running.stream().mapToInt(r -> r).min().orElse(0)
              + " to "
              + running.stream().mapToInt(r -> r).max().orElse(0)
              + " requests");
    }
  }

  private static String counted(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " (" + e.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  private void calls() {
    TextTable table = new TextTable().left("operation").right("bytes").right("calls");
    int rows = 0;
    for (Map.Entry<String, CallCounts> op : inspection.collectives().entrySet()) {
      for (Map.Entry<Long, Long> size :
          new TreeMap<>(op.getValue().bytes().orElse(Map.of())).entrySet()) {
        if (rows++ < MANY * 2) {
          table.row(List.of(op.getKey(), size(size.getKey()), Numbers.count(size.getValue())));
        }
      }
    }
    section("Calls logged, all ranks together", rows, table, MANY * 2);
  }

  private static String size(long bytes) {
    return bytes % 1024 == 0 ? Numbers.bytes(bytes) : Numbers.count(bytes) + " B";
  }

  private void tuning() {
    TextTable table =
        new TextTable().left("operation").right("bytes").left("choice").right("lines");
    int rows = 0;
    for (Map.Entry<String, Map<Long, Map<String, Long>>> op : inspection.tuning().entrySet()) {
      for (Map.Entry<Long, Map<String, Long>> size : op.getValue().entrySet()) {
        for (Map.Entry<String, Long> choice : size.getValue().entrySet()) {
          if (rows++ < MANY) {
            table.row(
                List.of(
                    op.getKey(),
                    size(size.getKey()),
                    Plain.line(choice.getKey()),
                    Numbers.count(choice.getValue())));
          }
        }
      }
    }
    section("Choices that NCCL logged", rows, table, MANY);
  }

  private void kernels() {
    TextTable table =
        new TextTable()
            .left("kernel")
            .right("bytes")
            .left("in graphs")
            .right("runs")
            .right("mean us");
    inspection.kernelRuns().stream()
        .limit(MANY)
        .forEach(
            k ->
                table.row(
                    List.of(
                        Plain.line(k.name()),
                        k.bytes().isPresent() ? size(k.bytes().getAsLong()) : Numbers.UNKNOWN,
                        k.isReplayed() ? "yes" : "no",
                        Numbers.count(k.runs()),
                        Numbers.us(k.meanUs().orElse(Double.NaN)))));
    section("Kernels that profilers saw", inspection.kernelRuns().size(), table, MANY);
  }

  private void launches() {
    TextTable table = new TextTable().right("launches").left("kernels in each");
    inspection.graphLaunches().stream()
        .limit(MANY)
        .forEach(
            l ->
                table.row(
                    List.of(
                        Numbers.count(l.launches()),
                        l.kernels().entrySet().stream()
                            .map(e -> e.getValue() + " " + Plain.line(e.getKey()))
                            .collect(Collectors.joining(", ")))));
    section("CUDA graphs launched", inspection.graphLaunches().size(), table, MANY);
  }

  private void communicators() {
    TextTable table =
        new TextTable().left("communicator").right("ranks").right("started").right("complete");
    List<InspectedCommunicator> all = inspection.communicators();
    all.stream()
        .limit(MANY)
        .forEach(
            c ->
                table.row(
                    List.of(
                        c.commId().orElse(Numbers.UNKNOWN),
                        Numbers.count(c.nranks()),
                        Numbers.count(c.ranksStarted().size()),
                        Numbers.count(c.ranksComplete().size()))));
    section("Communicators", all.size(), table, MANY);
  }

  private void benchmark() {
    TextTable table =
        new TextTable()
            .left("benchmark")
            .right("bytes")
            .right("us")
            .right("busbw GB/s")
            .right("wrong");
    String test = Plain.line(inspection.test().orElse(""));
    inspection.tableRows().stream()
        .limit(MANY)
        .forEach(
            r ->
                table.row(
                    List.of(
                        test.isEmpty() ? Numbers.UNKNOWN : test,
                        size(r.size()),
                        Numbers.us(r.oopTimeUs().orElse(Double.NaN)),
                        Numbers.us(r.oopBusbw().orElse(Double.NaN)),
                        Plain.line(r.oopWrong()))));
    section("Benchmark rows", inspection.tableRows().size(), table, MANY);
  }

  private void findings(List<LocatedFinding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "Findings") + "  (ringside doctor says more)");
    findings.stream()
        .limit(MANY)
        .forEach(
            f ->
                lines.add(
                    "  "
                        + Plain.line(
                            f.finding().severity().jsonName()
                                + "  "
                                + f.finding().code()
                                + (f.line() < 0
                                    ? ""
                                    : "  " + f.finding().place().source() + ":" + f.line()))));
  }

  private void losses() {
    if (inspection.losses().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "Not usable"));
    inspection.losses().stream()
        .limit(MANY)
        .forEach(
            l ->
                lines.add(
                    "  "
                        + Plain.line(
                            l.severity().jsonName()
                                + "  "
                                + l.source()
                                + (l.offset() < 0 ? "" : ", byte " + l.offset())
                                + ": "
                                + l.detail())));
  }

  private void section(String title, int rows, TextTable table, int shown) {
    if (rows == 0) {
      return;
    }
    lines.add("");
    lines.add(style.mark(Mark.BOLD, title));
    lines.addAll(table.lines("  "));
    if (rows > shown) {
      lines.add("  and " + (rows - shown) + " more rows (--format json lists all)");
    }
  }

  private void fact(String name, String value) {
    if (!value.isEmpty()) {
      lines.add(style.mark(Mark.FAINT, name + ": ") + Plain.line(value));
    }
  }
}
