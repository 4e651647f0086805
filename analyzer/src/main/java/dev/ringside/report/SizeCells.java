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
          new Column("phase", false),
          new Column("calls a pass", true),
          new Column("logged passes", true),
          new Column("NCCL's own", false),
          new Column("known from", false),
          new Column("as allowed", false),
          new Column("us a call", true),
          new Column("% of a step", true),
          new Column("LL128 allowed", false),
          new Column("us a call", true),
          new Column("% of a step", true));

  private SizeCells() {}

  static List<Cell> of(Report.Size s) {
    List<Cell> cells = new ArrayList<>();
    cells.add(integer(s.nRanks()));
    cells.add(integer(s.batch()));
    cells.add(Cell.of(Numbers.bytes(s.bytes()), (double) s.bytes()));
    cells.add(Cell.of(s.phase().isEmpty() ? Numbers.UNKNOWN : s.phase()));
    cells.add(
        Cell.of(
            (s.callsAtMost() ? "at most " : "") + Numbers.count(s.callsPerPass()),
            (double) s.callsPerPass()));
    cells.add(integer(s.loggedPasses()));
    cells.add(choice(s.own()));
    cells.add(Cell.of(s.own().basis()));
    outcome(cells, s.own(), s.asAllowed());
    outcome(cells, s.own(), s.ll128Allowed());
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
    String text =
        String.format(
            "%s (%s to %s)",
            Numbers.signed(r.mid()), Numbers.signed(r.low()), Numbers.signed(r.high()));
    return Cell.of(text, r.mid()).styled(r.low() > 0 ? "gain" : r.high() < 0 ? "loss" : "");
  }

  private static Cell choice(Report.Choice c) {
    return c.isKnown()
        ? Cell.of(c.label()).styled("proto-" + c.protocol())
        : Cell.of(Numbers.UNKNOWN);
  }
}
