package dev.ringside.report;

import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.Interval;
import dev.ringside.report.Style.Mark;
import dev.ringside.sizing.Cliff;
import dev.ringside.sizing.ModelShape;
import dev.ringside.sizing.PrefillChunk;
import dev.ringside.sizing.Sizing;
import dev.ringside.sizing.SizingRow;
import dev.ringside.sizing.TensorParallelEffect;
import dev.ringside.sizing.ZoneStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sizes of a model by batch and tensor-parallel size, for a terminal. */
public final class SizingText {
  private static final int CLIFFS_SHOWN = 6;

  private final Sizing sizing;
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private SizingText(Sizing sizing, Style style) {
    this.sizing = sizing;
    this.style = style;
  }

  /** Lines without their ends. */
  public static List<String> lines(Sizing sizing, Style style) {
    SizingText text = new SizingText(sizing, style);
    text.model();
    text.rows();
    text.zones();
    text.advice();
    text.tensorParallel();
    return text.lines;
  }

  private void model() {
    ModelShape m = sizing.shape();
    String name = Plain.line(m.name());
    String facts =
        String.format(
            Locale.ROOT,
            "%s: hidden %d, %d layers, %d AllReduces a pass of %s a token (%s)",
            name,
            m.hidden(),
            m.layers(),
            m.callsPerPass(),
            Numbers.bytes(m.bytesPerToken()),
            m.dtype());
    List<String> wrapped = Wrap.at(facts, style.width());
    boolean isWhole = wrapped.get(0).startsWith(name);
    lines.add(
        isWhole
            ? style.mark(Mark.BOLD, name) + wrapped.get(0).substring(name.length())
            : wrapped.get(0));
    lines.addAll(wrapped.subList(1, wrapped.size()));
    m.remarks().forEach(r -> lines.add("  " + Plain.line(r)));
  }

  private void rows() {
    TextTable table =
        new TextTable()
            .right("TP")
            .right("batch")
            .right("bytes")
            .minor(3)
            .left("zone")
            .left("LL128 on")
            .right("us a call")
            .minor(2)
            .right("us a pass")
            .right("of a step")
            .minor(4)
            .right("zone saves us")
            .minor(6)
            .right("LL128 saves us")
            .minor(5)
            .left("basis")
            .minor(1);
    int largest = sizing.rows().stream().mapToInt(SizingRow::batch).max().orElse(0);
    List<SizingRow> shown =
        sizing.rows().stream()
            .filter(r -> Integer.bitCount(r.batch()) == 1 || r.batch() == largest)
            .toList();
    shown.forEach(r -> table.row(cells(r)));
    lines.add("");
    lines.addAll(table.lines("", style.width()));
    if (shown.stream().anyMatch(r -> r.savingUs().isPresent() || r.ll128SavingUs().isPresent())) {
      lines.add("saves: microseconds of a pass, against NCCL's own choice");
    }
    if (shown.size() < sizing.rows().size()) {
      lines.add(
          "powers of two of " + sizing.rows().size() + " rows (--out and --format json have all)");
    }
  }

  private List<String> cells(SizingRow r) {
    return List.of(
        Integer.toString(r.tp()),
        Integer.toString(r.batch()),
        Numbers.bytes(r.bytes()),
        zone(r, r.zone()),
        zone(r, r.ll128Zone()),
        us(r.callUs()),
        us(r.passUs()),
        r.share().map(s -> Numbers.share(100 * s)).orElse(""),
        saving(r.savingUs()),
        saving(r.ll128SavingUs()),
        r.basis().map(b -> b.jsonName()).orElse(""));
  }

  /** Where there are zones, a size outside them is NCCL's own. */
  private String zone(SizingRow r, Optional<CurveChoice> choice) {
    boolean known = sizing.zones().stream().anyMatch(z -> z.tp() == r.tp());
    return choice.map(CurveChoice::label).orElse(known ? "NCCL's own" : "");
  }

  /** In whole microseconds: an interval of all calls of a pass is many of them wide. */
  private static String saving(Optional<Interval> us) {
    return us.map(
            u ->
                u.equals(Interval.ZERO)
                    ? "0"
                    : String.format(
                        Locale.ROOT, "%+.0f (%+.0f to %+.0f)", u.mid(), u.low(), u.high()))
        .orElse("");
  }

  private static String us(Optional<Interval> us) {
    return us.map(u -> Numbers.us(u.mid())).orElse("");
  }

  private void zones() {
    if (sizing.zones().isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable().right("TP").left("LL128").right("from batch").right("to").left("choice");
    for (ZoneStart z : sizing.zones()) {
      table.row(
          List.of(
              Integer.toString(z.tp()),
              z.isLl128Allowed() ? "allowed" : "forbidden",
              Numbers.count(z.firstBatch()),
              z.lastBatch() == Long.MAX_VALUE ? "" : Numbers.count(z.lastBatch()),
              z.choice().map(CurveChoice::label).orElse("NCCL's own")));
    }
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "Zones in batch sizes"));
    lines.addAll(table.lines("  "));
  }

  private void advice() {
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "Advice"));
    String capture =
        sizing.captureSizes().stream().map(String::valueOf).collect(Collectors.joining(" "));
    Wrap.at("capture sizes: " + capture, style.width() - 2).forEach(l -> lines.add("  " + l));
    sizing.cliffs().stream().limit(CLIFFS_SHOWN).forEach(c -> lines.add("  " + cliff(c)));
    if (sizing.cliffs().size() > CLIFFS_SHOWN) {
      lines.add("  and " + (sizing.cliffs().size() - CLIFFS_SHOWN) + " more batch sizes to avoid");
    }
    for (PrefillChunk p : sizing.prefillChunks()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  TP %d: prefill chunks of %d tokens or more (%s, %s us a call)",
              p.tp(),
              p.tokens(),
              Numbers.bytes(p.bytes()),
              Numbers.us(p.callUs().mid())));
    }
  }

  private void tensorParallel() {
    if (sizing.rows().stream().map(SizingRow::tp).distinct().count() < 2) {
      return;
    }
    lines.add("");
    lines.add(style.mark(Mark.BOLD, "With the tensor-parallel size"));
    for (TensorParallelEffect e : TensorParallelEffect.values()) {
      String start = e.changes() ? "  changes  " : "  stays    ";
      List<String> wrapped = Wrap.at(e.text(), style.width() - start.length());
      lines.add(start + wrapped.get(0));
      wrapped.stream().skip(1).forEach(l -> lines.add(" ".repeat(start.length()) + l.strip()));
    }
  }

  private static String cliff(Cliff c) {
    return c.kind() == Cliff.Kind.LARGER_IS_FREE
        ? String.format(
            Locale.ROOT, "TP %d: batch %d takes as long as %d", c.tp(), c.batch(), c.otherBatch())
        : String.format(
            Locale.ROOT,
            "TP %d: past batch %d the time a token rises (%s us, at %d %s us)",
            c.tp(),
            c.otherBatch(),
            Numbers.us(c.otherUs()),
            c.batch(),
            Numbers.us(c.us()));
  }
}
