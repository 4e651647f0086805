package dev.ringside.report;

import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The decode sizes of a report as a table, as wide as the terminal allows. */
final class SizeTable {
  private static final int WIDTH_FOR_INTERVALS = 108;
  private static final int BAR_CELLS = 3;
  private static final String AS_ALLOWED = "as allowed";

  private final List<Report.Size> sizes;
  private final Style style;
  private final boolean inPercent;
  private final boolean hasSeveralRankCounts;
  private final double largest;

  SizeTable(List<Report.Size> sizes, Style style) {
    this.sizes = sizes;
    this.style = style;
    inPercent =
        outcomes().filter(Report.Outcome::differs).anyMatch(o -> o.stepSavingPct().isKnown());
    hasSeveralRankCounts = sizes.stream().map(Report.Size::nRanks).distinct().count() > 1;
    largest =
        outcomes()
            .filter(o -> saving(o).isKnown())
            .mapToDouble(o -> Math.abs(saving(o).mid()))
            .max()
            .orElse(0);
  }

  private Stream<Report.Outcome> outcomes() {
    return sizes.stream().flatMap(s -> Stream.of(s.asAllowed(), s.ll128Allowed()));
  }

  String title() {
    return (sizes.stream().allMatch(s -> s.phase().isEmpty())
            ? "Sizes, decode or not, AllReduces a pass"
            : "Decode sizes, AllReduces a pass")
        + (largest == 0
            ? ""
            : "; saves " + (inPercent ? "% of a step" : "us a call") + " (minus is slower)");
  }

  List<String> lines() {
    boolean isWide = style.width() >= WIDTH_FOR_INTERVALS;
    TextTable table =
        new TextTable()
            .right("ranks")
            .right("batch")
            .right("bytes")
            .minor(4)
            .right("calls")
            .minor(3)
            .left("NCCL's own");
    boolean isJudged = outcomes().anyMatch(o -> o.choice().isKnown());
    if (isJudged) {
      columns(table, AS_ALLOWED, isWide);
      columns(table, "LL128 on", isWide);
    }
    for (Report.Size s : sizes) {
      List<String> cells = new ArrayList<>();
      cells.add(hasSeveralRankCounts ? Numbers.count(s.nRanks()) : "");
      cells.add(Numbers.count(s.batch()));
      cells.add(Numbers.bytes(s.bytes()));
      cells.add((s.callsAtMost() ? "<=" : "") + Numbers.count(s.callsPerPass()));
      cells.add(choice(s.own()));
      if (isJudged) {
        cells(cells, s, s.asAllowed(), isWide);
        cells(cells, s, s.ll128Allowed(), isWide);
      }
      table.row(cells);
    }
    List<String> lines = table.lines("", style.width());
    lines.set(0, style.mark(Mark.FAINT, lines.get(0)));
    return lines;
  }

  private static void columns(TextTable table, String scenario, boolean isWide) {
    table
        .left(scenario)
        .right("saves")
        .left(isWide ? "from, to" : "")
        .minor(scenario.equals(AS_ALLOWED) ? 2 : 1);
  }

  private void cells(List<String> cells, Report.Size size, Report.Outcome outcome, boolean isWide) {
    Report.Range saving = saving(outcome);
    boolean isSame = size.own().isKnown() && outcome.choice().isKnown() && !outcome.differs();
    cells.add(isSame ? "same" : choice(outcome.choice()));
    cells.add(isSame ? "" : Numbers.signed(saving.mid()));
    if (isSame || !saving.isKnown()) {
      cells.add("");
    } else if (isWide) {
      cells.add(Numbers.signed(saving.low()) + ", " + Numbers.signed(saving.high()));
    } else {
      cells.add(inPercent ? bar(saving) : ofCall(size.own(), saving));
    }
  }

  /** A saving against the call that it is of, where the call's own time is known. */
  private static String ofCall(Report.Choice own, Report.Range saving) {
    return Double.isNaN(own.us())
        ? ""
        : String.format(Locale.ROOT, "%+.0f %%", 100 * saving.mid() / own.us());
  }

  private Report.Range saving(Report.Outcome outcome) {
    return inPercent ? outcome.stepSavingPct() : outcome.savingUs();
  }

  private String bar(Report.Range saving) {
    return largest == 0 ? "" : style.bar(Math.abs(saving.mid()) / largest, BAR_CELLS);
  }

  private static String choice(Report.Choice choice) {
    return choice.isKnown() ? choice.label() : Numbers.UNKNOWN;
  }
}
