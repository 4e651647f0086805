package dev.ringside.report;

import dev.ringside.doctor.CheckState;
import dev.ringside.doctor.CheckedItem;
import dev.ringside.doctor.Finding;
import dev.ringside.doctor.FindingSeverity;
import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings and the checklist, for a terminal. */
public final class DoctorText {
  private static final int NARROWEST = 40;
  private static final int INDENT = 9;

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private DoctorText(Style style) {
    this.style = style;
  }

  /**
   * Lines without their ends.
   *
   * @param checklist empty where it is not asked for
   */
  public static List<String> lines(
      List<LocatedFinding> findings, List<CheckedItem> checklist, Style style) {
    DoctorText text = new DoctorText(style);
    text.findings(findings);
    if (!checklist.isEmpty()) {
      text.checklist(checklist);
    }
    return text.lines;
  }

  private void findings(List<LocatedFinding> findings) {
    if (findings.isEmpty()) {
      lines.add(style.mark(Mark.GOOD, "nothing found") + " in what the inputs show");
    }
    for (LocatedFinding located : findings) {
      Finding f = located.finding();
      String word = String.format(Locale.ROOT, "%-" + INDENT + "s", f.severity().jsonName());
      lines.add(
          style.mark(mark(f.severity()), word) + style.mark(Mark.BOLD, f.code()) + place(located));
      indented(f.text());
      if (!f.remedy().isEmpty()) {
        indented("do: " + f.remedy());
      }
      if (!f.releases().equals("all")) {
        indented("NCCL releases: " + f.releases());
      }
    }
  }

  private static String place(LocatedFinding located) {
    String source = located.finding().place().source();
    if (source.isEmpty()) {
      return "";
    }
    return "  " + Plain.line(located.line() < 0 ? source : source + ":" + located.line());
  }

  private static Mark mark(FindingSeverity severity) {
    return switch (severity) {
      case ERROR -> Mark.BAD;
      case WARNING -> Mark.CAUTION;
      case INFO -> Mark.FAINT;
    };
  }

  private void checklist(List<CheckedItem> items) {
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "Checklist") + "  " + counts(items));
    for (CheckedItem item : items) {
      lines.add(style.mark(mark(item.state()), word(item.state())) + Plain.line(item.title()));
      if (!item.evidence().isEmpty()) {
        indented(item.evidence());
      }
      if (item.state() != CheckState.CONFIRMED) {
        indented("show: " + item.command());
      }
    }
  }

  private static String counts(List<CheckedItem> items) {
    return count(items, CheckState.CONFIRMED)
        + " confirmed, "
        + count(items, CheckState.CONTRADICTED)
        + " contradicted, "
        + count(items, CheckState.NOT_SHOWN)
        + " not shown by these inputs";
  }

  private static long count(List<CheckedItem> items, CheckState state) {
    return items.stream().filter(i -> i.state() == state).count();
  }

  private static String word(CheckState state) {
    return switch (state) {
      case CONFIRMED -> "yes      ";
      case CONTRADICTED -> "no       ";
      case NOT_SHOWN -> "?        ";
    };
  }

  private static Mark mark(CheckState state) {
    return switch (state) {
      case CONFIRMED -> Mark.GOOD;
      case CONTRADICTED -> Mark.CAUTION;
      case NOT_SHOWN -> Mark.FAINT;
    };
  }

  private void indented(String text) {
    Wrap.at(Plain.line(text), Math.max(NARROWEST, style.width() - INDENT))
        .forEach(l -> lines.add(" ".repeat(INDENT) + l));
  }
}
