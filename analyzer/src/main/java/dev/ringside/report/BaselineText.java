package dev.ringside.report;

import dev.ringside.baseline.Baseline;
import dev.ringside.baseline.BaselineFinding;
import dev.ringside.baseline.Comparison;
import dev.ringside.baseline.EngineChange;
import dev.ringside.baseline.HealthResult;
import dev.ringside.baseline.PredictedSaving;
import dev.ringside.baseline.RingTree;
import dev.ringside.baseline.ScaleRatio;
import dev.ringside.baseline.StatePair;
import dev.ringside.cost.Interval;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** States compared, as text: findings first, then the tables they rest on. */
public final class BaselineText {
  private static final int SIZES_SHOWN = 24;

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private BaselineText(Style style) {
    this.style = style;
  }

  /** Lines without their ends, for a terminal of this style. */
  public static List<String> lines(Baseline result, Style style) {
    BaselineText text = new BaselineText(style);
    text.findings(result.findings());
    result.pairs().forEach(text::pair);
    text.health(result.health());
    text.ratios(result.ratios());
    result.ringTrees().forEach(text::ringTree);
    return text.lines;
  }

  private void findings(List<BaselineFinding> findings) {
    if (findings.isEmpty()) {
      lines.add(style.mark(Mark.GOOD, "nothing found") + " in what was measured");
    }
    for (BaselineFinding f : findings) {
      String head = String.format(Locale.ROOT, "%-8s", f.severity().word()) + f.code();
      lines.add(style.mark(mark(f.severity()), head) + "  " + Plain.line(f.place()));
      indented(f.text());
      if (!f.remedy().isEmpty()) {
        indented("do: " + f.remedy());
      }
    }
  }

  private static Mark mark(BaselineFinding.Severity severity) {
    return switch (severity) {
      case ERROR -> Mark.BAD;
      case WARNING -> Mark.CAUTION;
      case INFO -> Mark.FAINT;
    };
  }

  private void indented(String text) {
    Wrap.at(Plain.line(text), Math.max(40, style.width() - 8))
        .forEach(l -> lines.add("        " + l));
  }

  private void title(String text) {
    lines.add("");
    lines.add(style.mark(Mark.BOLD, Plain.line(text)));
  }

  private void pair(StatePair pair) {
    title(pair.title());
    if (!pair.differences().isEmpty()) {
      TextTable table = new TextTable().left("differs").left("before").left("after");
      pair.differences()
          .forEach(d -> table.row(List.of(cell(d.name()), cell(d.before()), cell(d.after()))));
      lines.addAll(table.lines("  "));
    }
    pair.comparisons().forEach(this::comparison);
    engine(pair.engineChanges());
    pair.predicted().forEach(p -> predicted(p, pair.engineChanges()));
  }

  private static String cell(String text) {
    String plain = Plain.line(text);
    return plain.length() > 48 ? plain.substring(0, 45) + "..." : plain;
  }

  private void comparison(Comparison c) {
    lines.add("");
    lines.add("  " + Plain.line(c.after().title()));
    TextTable table =
        new TextTable()
            .right("size")
            .right("before us")
            .minor(4)
            .right("after us")
            .right("before GB/s")
            .minor(2)
            .right("after GB/s")
            .minor(3)
            .right("time")
            .left("")
            .left("choice")
            .minor(1);
    List<Comparison.Point> points = c.points();
    int from = Math.max(0, points.size() - SIZES_SHOWN);
    points.subList(from, points.size()).forEach(p -> table.row(row(p)));
    lines.addAll(table.lines("  ", style.width()));
    if (from > 0) {
      lines.add("  (" + from + " smaller sizes in the JSON)");
    }
  }

  private static List<String> row(Comparison.Point p) {
    return List.of(
        Numbers.bytes(p.bytes()),
        Numbers.us(p.beforeUs()),
        Numbers.us(p.afterUs()),
        gbs(p.beforeGBs()),
        gbs(p.afterGBs()),
        percent(p.changePct()),
        switch (p.change()) {
          case SLOWER -> "slower";
          case FASTER -> "faster";
          case NOISE -> "noise";
        },
        choice(p));
  }

  private static String choice(Comparison.Point p) {
    if (p.beforeChoice().equals(p.afterChoice())) {
      return p.afterChoice();
    }
    return known(p.beforeChoice()) + " to " + known(p.afterChoice());
  }

  private static String known(String choice) {
    return choice.isEmpty() ? "unknown" : choice;
  }

  private static String gbs(double value) {
    return Double.isNaN(value) ? Numbers.UNKNOWN : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(Interval i) {
    return Numbers.percent(i.mid())
        + " ("
        + Numbers.signed(i.low())
        + " to "
        + Numbers.signed(i.high())
        + ")";
  }

  private void engine(List<EngineChange> changes) {
    String workload = "";
    TextTable table = newEngineTable();
    for (EngineChange c : changes) {
      if (!c.workload().equals(workload)) {
        flush(workload, table);
        workload = c.workload();
        table = newEngineTable();
      }
      table.row(
          List.of(
              cell(c.metric()),
              String.format(Locale.ROOT, "%.2f", c.before()),
              String.format(Locale.ROOT, "%.2f", c.after()),
              percent(c.changePct()),
              c.verdict(),
              c.runsBefore() + " and " + c.runsAfter()));
    }
    flush(workload, table);
  }

  private static TextTable newEngineTable() {
    return new TextTable()
        .left("serving")
        .right("before")
        .right("after")
        .right("change")
        .left("")
        .left("runs");
  }

  private void flush(String workload, TextTable table) {
    if (!workload.isEmpty()) {
      lines.add("");
      lines.add("  " + Plain.line(workload));
      lines.addAll(table.lines("  "));
    }
  }

  private void predicted(PredictedSaving p, List<EngineChange> changes) {
    lines.add("");
    lines.add("  predicted (" + p.scenario() + "): " + percent(p.stepSavingPct()) + " of a step");
    changes.stream()
        .filter(c -> c.metric().matches("(?:median|mean)_(?:tpot|itl)_ms"))
        .forEach(
            c ->
                lines.add(
                    "  measured "
                        + c.metric()
                        + ": "
                        + percent(c.changePct().negated())
                        + " saved, which "
                        + p.against(c)));
  }

  private void health(List<HealthResult> results) {
    if (results.isEmpty()) {
      return;
    }
    title("large messages against the limits of their fabric");
    TextTable table =
        new TextTable()
            .left("state")
            .left("test")
            .right("size")
            .right("GB/s")
            .right("healthy")
            .left("fabric")
            .left("");
    for (HealthResult r : results) {
      table.row(
          List.of(
              cell(r.label()),
              cell(r.title()),
              Numbers.bytes(r.bytes()),
              gbs(r.busBwGBs()),
              gbs(r.healthyGBs()),
              r.fabric(),
              r.verdict()));
    }
    lines.addAll(table.lines("  "));
  }

  private void ratios(List<ScaleRatio> ratios) {
    if (ratios.isEmpty()) {
      return;
    }
    title("scaling");
    TextTable table =
        new TextTable()
            .left("state")
            .left("test")
            .right("nodes")
            .right("size")
            .right("GB/s")
            .right("kept")
            .left("");
    for (ScaleRatio r : ratios) {
      table.row(
          List.of(
              cell(r.label()),
              cell(r.test()),
              r.fewNodes() + " to " + r.manyNodes(),
              Numbers.bytes(r.bytes()),
              gbs(r.fewGBs()) + " to " + gbs(r.manyGBs()),
              String.format(Locale.ROOT, "%.0f %%", 100 * r.ratio()),
              r.isCrossNode() ? "" : "two fabrics: information only"));
    }
    lines.addAll(table.lines("  "));
  }

  private void ringTree(RingTree duel) {
    title(
        duel.label() + ": " + duel.ring() + " or " + duel.tree() + ", " + duel.nRanks() + " ranks");
    TextTable table =
        new TextTable()
            .right("size")
            .right("Ring us")
            .right("Tree us")
            .right("Tree's time")
            .left("faster");
    duel.points()
        .forEach(
            p ->
                table.row(
                    List.of(
                        Numbers.bytes(p.bytes()),
                        Numbers.us(p.ringUs()),
                        Numbers.us(p.treeUs()),
                        percent(p.treePct()),
                        p.winner())));
    lines.addAll(table.lines("  "));
  }
}
