package dev.ringside.report;

import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;

/** The decode sizes of a report as a table, as wide as the terminal allows. */
final class SizeTable {
  private static final int WIDTH_FOR_INTERVALS = 108;
  private static final int BAR_CELLS = 3;

  private final List<Report.Size> sizes;
  private final Style style;
  private final boolean inPercent;
  private final boolean hasSeveralRankCounts;
  private final double largest;

  SizeTable(List<Report.Size> sizes, Style style) {
    this.sizes = sizes;
    this.style = style;
    inPercent =
        sizes.stream()
            .anyMatch(
                s ->
                    s.asAllowed().stepSavingPct().isKnown()
                        || s.ll128Allowed().stepSavingPct().isKnown());
    hasSeveralRankCounts = sizes.stream().map(Report.Size::nRanks).distinct().count() > 1;
    largest =
        sizes.stream()
            .flatMap(s -> java.util.stream.Stream.of(s.asAllowed(), s.ll128Allowed()))
            .map(this::saving)
            .filter(Report.Range::isKnown)
            .mapToDouble(r -> Math.abs(r.mid()))
            .max()
            .orElse(0);
  }

  String title() {
    return "Decode sizes, AllReduces a pass; saves "
        + (inPercent ? "% of a step" : "us a call")
        + " (minus is slower)";
  }

  List<String> lines() {
    boolean isWide = style.width() >= WIDTH_FOR_INTERVALS;
    TextTable table =
        new TextTable()
            .right("ranks")
            .right("batch")
            .right("bytes")
            .right("calls")
            .left("NCCL's own");
    columns(table, "as allowed", isWide);
    columns(table, "LL128 on", isWide);
    for (Report.Size s : sizes) {
      List<String> cells = new ArrayList<>();
      cells.add(hasSeveralRankCounts ? Numbers.count(s.nRanks()) : "");
      cells.add(Numbers.count(s.batch()));
      cells.add(Numbers.bytes(s.bytes()));
      cells.add((s.callsAtMost() ? "<=" : "") + Numbers.count(s.callsPerPass()));
      cells.add(choice(s.own()));
      cells(cells, s, s.asAllowed(), isWide);
      cells(cells, s, s.ll128Allowed(), isWide);
      table.row(cells);
    }
    List<String> lines = table.lines("");
    lines.set(0, style.mark(Mark.FAINT, lines.get(0)));
    return lines;
  }

  private static void columns(TextTable table, String scenario, boolean isWide) {
    table.left(scenario).right("saves").left(isWide ? "from, to" : "");
  }

  private void cells(List<String> cells, Report.Size size, Report.Outcome outcome, boolean isWide) {
    Report.Range saving = saving(outcome);
    boolean isSame = size.own().isKnown() && outcome.choice().isKnown() && !outcome.differs();
    cells.add(isSame ? "same" : choice(outcome.choice()));
    cells.add(isSame ? "" : Numbers.signed(saving.mid()));
    if (isSame || !saving.isKnown()) {
      cells.add("");
    } else {
      cells.add(
          isWide
              ? Numbers.signed(saving.low()) + ", " + Numbers.signed(saving.high())
              : bar(saving));
    }
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
