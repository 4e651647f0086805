package dev.ringside.report;

import dev.ringside.graph.CandidateRings;
import dev.ringside.graph.GraphFacts;
import dev.ringside.graph.GraphJudge;
import dev.ringside.graph.GraphRemark;
import dev.ringside.graph.RingWay;
import dev.ringside.graph.SearchedGraph;
import dev.ringside.graph.Topology;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A graph search, judged, as text. */
public final class GraphText {
  private final GraphFacts facts;
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private GraphText(GraphFacts facts, Style style) {
    this.facts = facts;
    this.style = style;
  }

  /** Lines without their ends, for a terminal of this style. */
  public static List<String> lines(GraphFacts facts, Style style) {
    GraphText text = new GraphText(facts, style);
    text.machine();
    text.searches();
    text.remarks();
    return text.lines;
  }

  private void machine() {
    if (facts.topology().isEmpty()) {
      lines.add("machine  not shown: rings cannot be placed on it");
      return;
    }
    Topology t = facts.topology().get();
    String machine =
        String.format(
            Locale.ROOT,
            "machine  %d GPUs on %d of %d NUMA nodes%s%s%s",
            t.gpus().size(),
            t.usedCpus().size(),
            t.cpus().size(),
            t.hasNvLink() ? ", NVLink" : "",
            rate(", slowest GPU link ", t.slowestGpuLinkGBs()),
            t.usedCpus().size() > 1 ? rate(", between NUMA nodes ", t.socketGBs()) : "");
    lines.addAll(Wrap.at(machine, style.width()));
  }

  private static String rate(String what, double gbs) {
    return Double.isNaN(gbs) ? "" : String.format(Locale.ROOT, "%s%.1f GB/s", what, gbs);
  }

  private void searches() {
    TextTable table =
        new TextTable()
            .left("search")
            .right("channels")
            .right("GB/s each")
            .right("together")
            .left("worst path inside / to network")
            .minor(1);
    for (SearchedGraph g : facts.graphs()) {
      table.row(
          List.of(
              g.patternName(),
              Integer.toString(g.nChannels()),
              String.format(Locale.ROOT, "%.1f", g.bwIntra()),
              String.format(Locale.ROOT, "%.1f", g.totalGBs()),
              Plain.line(g.typeIntra() + " / " + g.typeInter())));
    }
    if (!facts.graphs().isEmpty()) {
      lines.add("");
      lines.addAll(table.lines("  ", style.width()));
    }
    List<RingWay> rings = GraphJudge.rings(facts);
    if (!rings.isEmpty()) {
      lines.add("");
      lines.add("  rings by rank, | between NUMA nodes");
      rings(rings);
    }
  }

  private void rings(List<RingWay> rings) {
    for (int i = 0; i < rings.size(); i++) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %2d: %s   (%d crossings)",
              i,
              rings.get(i).text(),
              rings.get(i).crossings()));
    }
  }

  private void remarks() {
    lines.add("");
    for (GraphRemark r : GraphJudge.judge(facts)) {
      String head = (r.isFault() ? "warning " : "info    ") + r.code();
      lines.add(style.mark(r.isFault() ? Mark.CAUTION : Mark.FAINT, head));
      Wrap.at(Plain.line(r.text()), Math.max(40, style.width() - 8))
          .forEach(l -> lines.add("        " + l));
    }
  }

  /**
   * What a candidate holds and how to find out whether it is any better.
   *
   * @param file where it was written
   */
  public static List<String> candidate(
      CandidateRings candidate, GraphFacts facts, String file, Style style) {
    List<String> lines = new ArrayList<>();
    lines.add(
        style.mark(Mark.BOLD, "candidate, not measured: ")
            + candidate.rings().size()
            + " channels of "
            + String.format(Locale.ROOT, "%.1f", candidate.bwGBs())
            + " GB/s, written to "
            + Plain.line(file));
    GraphText text = new GraphText(facts, style);
    text.rings(candidate.rings());
    lines.addAll(text.lines);
    if (!facts.hasNvml()) {
      lines.addAll(
          Wrap.at(
              "A log does not name NVML's numbers of the GPUs: they are taken in order of the bus id,"
                  + " which is right where the job has all GPUs of the host. A topology dump"
                  + " (NCCL_TOPO_DUMP_FILE) names them.",
              style.width()));
    }
    int gpus = candidate.rings().get(0).order().size();
    if (gpus == 2) {
      lines.add("  Two GPUs have one ring only: what differs is the number of channels.");
    }
    String test = "all_reduce_perf -b 4K -e 256M -f 2 -n 100 -g " + gpus;
    lines.add("");
    lines.add("measure it, three times each, and keep it only if it wins beyond the noise:");
    lines.add("  mkdir before after");
    lines.add("  for i in 1 2 3; do");
    lines.add("    " + test + " > before/$i.txt");
    lines.add("    NCCL_GRAPH_FILE=" + Plain.line(file) + " " + test + " > after/$i.txt");
    lines.add("  done");
    lines.add("  ringside baseline before after");
    lines.add(
        "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH must say \"channels loaded from XML graph\".");
    return lines;
  }
}
