package dev.ringside.report;

import dev.ringside.report.Html.Cell;
import dev.ringside.report.Html.Column;
import java.util.ArrayList;
import java.util.List;

/** A message size as one row of the page's table. */
final class SizeCells {
  static final List<Column> COLUMNS =
      List.of(
          new Column("ranks", true),
          new Column("batch", true),
          new Column("size", true),
          new Column("NCCL's own", false),
          new Column("as allowed", false),
          new Column("saves us a call", true),
          new Column("% of a step", true),
          new Column("LL128 allowed", false),
          new Column("saves us a call", true),
          new Column("% of a step", true),
          new Column("phase", false),
          new Column("calls a pass", true),
          new Column("own choice from", false),
          new Column("passes logged", true));

  private SizeCells() {}

  /** The rows; ranks are shown where they differ. */
  static List<List<Cell>> of(List<Report.Size> sizes) {
    boolean areMixed = sizes.stream().mapToInt(Report.Size::nRanks).distinct().count() > 1;
    return sizes.stream().map(s -> of(s, areMixed)).toList();
  }

  private static List<Cell> of(Report.Size s, boolean showsRanks) {
    List<Cell> cells = new ArrayList<>();
    cells.add(showsRanks ? integer(s.nRanks()) : Cell.of(""));
    cells.add(integer(s.batch()));
    cells.add(Cell.of(Numbers.bytes(s.bytes()), (double) s.bytes()));
    cells.add(choice(s.own()));
    outcome(cells, s.own(), s.asAllowed());
    outcome(cells, s.own(), s.ll128Allowed());
    cells.add(Cell.of(s.phase().isEmpty() ? Numbers.UNKNOWN : s.phase()));
    cells.add(
        Cell.of(
            (s.callsAtMost() ? "at most " : "") + Numbers.count(s.callsPerPass()),
            (double) s.callsPerPass()));
    cells.add(Cell.of(s.own().basis()));
    cells.add(integer(s.loggedPasses()));
    return cells;
  }

  private static Cell integer(long value) {
    return Cell.of(Numbers.count(value), value < 0 ? Double.NaN : (double) value);
  }

  private static void outcome(List<Cell> cells, Report.Choice own, Report.Outcome outcome) {
    boolean isSame = own.isKnown() && outcome.choice().isKnown() && !outcome.differs();
    cells.add(isSame ? Cell.of("same") : choice(outcome.choice()));
    cells.add(isSame ? Cell.of("", 0) : saving(outcome.savingUs()));
    cells.add(isSame ? Cell.of("", 0) : saving(outcome.stepSavingPct()));
  }

  private static Cell saving(Report.Range r) {
    if (!r.isKnown()) {
      return Cell.of(Numbers.UNKNOWN, Double.NaN);
    }
    return Cell.of(Numbers.signed(r.mid()), r.mid())
        .noted(Numbers.signed(r.low()) + " to " + Numbers.signed(r.high()))
        .styled(r.low() > 0 ? "gain" : r.high() < 0 ? "loss" : "");
  }

  private static Cell choice(Report.Choice c) {
    return c.isKnown()
        ? Cell.of(c.label()).styled("proto-" + c.protocol())
        : Cell.of(Numbers.UNKNOWN);
  }
}
