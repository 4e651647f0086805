package dev.ringside.report;

import dev.ringside.baseline.CheckedRun;
import dev.ringside.baseline.Validation;
import dev.ringside.baseline.ValidationGap;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What data checks of LL128 prove, as text. */
public final class ValidationText {
  /** A busy engine: 40 decode steps a second of 125 AllReduces. */
  private static final double CALLS_A_SECOND = 5000;

  private ValidationText() {}

  /** Lines without their ends, for a terminal of this style. */
  public static List<String> lines(Validation v, Style style) {
    List<String> lines = new ArrayList<>();
    String word = v.verdict().word().toUpperCase(Locale.ROOT);
    lines.add(style.mark(mark(v.verdict()), word) + "  " + v.sentence());
    if (v.verdict() == Validation.Verdict.NO_ERROR_SEEN) {
      lines.addAll(
          Wrap.at(
              String.format(
                  Locale.ROOT,
                  "At %,.0f AllReduces a second that still leaves room for one wrong result every"
                      + " %s. Checks bound corruption; they do not exclude it.",
                  CALLS_A_SECOND,
                  duration(1 / v.bound95() / CALLS_A_SECOND)),
              style.width()));
    }
    runs(v, lines);
    v.refused().forEach(r -> lines.add("  not counted: " + Plain.line(r)));
    gaps(v.gaps(), style, lines);
    return lines;
  }

  private static Mark mark(Validation.Verdict verdict) {
    return switch (verdict) {
      case CORRUPTS -> Mark.BAD;
      case NO_ERROR_SEEN -> Mark.BOLD;
      case NOTHING_CHECKED -> Mark.CAUTION;
    };
  }

  private static String duration(double seconds) {
    if (seconds < 120) {
      return String.format(Locale.ROOT, seconds < 1 ? "%.4f seconds" : "%.1f seconds", seconds);
    }
    return seconds < 7200
        ? String.format(Locale.ROOT, "%.0f minutes", seconds / 60)
        : String.format(Locale.ROOT, "%.0f hours", seconds / 3600);
  }

  private static void runs(Validation v, List<String> lines) {
    if (v.runs().isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable()
            .left("file")
            .left("test")
            .right("ranks")
            .left("algorithm")
            .left("type")
            .left("launch")
            .left("sizes")
            .right("checked")
            .right("wrong");
    for (CheckedRun r : v.runs()) {
      table.row(
          List.of(
              Plain.line(r.source().substring(r.source().lastIndexOf('/') + 1)),
              r.test(),
              Numbers.count(r.nRanks()),
              r.algorithm().isEmpty() ? "not shown" : r.algorithm(),
              Plain.line(r.type()),
              r.launch(),
              Numbers.bytes(r.minBytes()) + " to " + Numbers.bytes(r.maxBytes()),
              Numbers.count(r.checked()),
              Numbers.count(r.wrong())));
    }
    lines.add("");
    lines.addAll(table.lines("  "));
  }

  private static void gaps(List<ValidationGap> gaps, Style style, List<String> lines) {
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "not covered"));
    for (ValidationGap gap : gaps) {
      Wrap.at(gap.what() + ": " + gap.why(), Math.max(40, style.width() - 2))
          .forEach(l -> lines.add("  " + l));
      gap.command().lines().forEach(command -> lines.add("    " + command));
    }
  }
}
