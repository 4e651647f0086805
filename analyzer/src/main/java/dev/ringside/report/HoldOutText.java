package dev.ringside.report;

import dev.ringside.calibrate.HeldOut;
import dev.ringside.calibrate.HoldOut;
import dev.ringside.calibrate.HoldOut.Check;
import dev.ringside.calibrate.HoldOut.Left;
import dev.ringside.calibrate.Launch;
import dev.ringside.calibrate.SelfCheck;
import dev.ringside.calibrate.ShapeFault;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How well sweeps predict what was left out of them, for a terminal. */
public final class HoldOutText {
  private static final int WORST_SHOWN = 3;

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private HoldOutText(Style style) {
    this.style = style;
  }

  /** Errors by set and by what was left out, the worst cases, and the faults left out again. */
  public static List<String> lines(HoldOut holdOut, Style style) {
    HoldOutText text = new HoldOutText(style);
    if (holdOut.checks().isEmpty()) {
      return List.of("no size lies between two others, so none can be left out and predicted");
    }
    for (Left left : Left.values()) {
      List<Check> checks = holdOut.checks().stream().filter(c -> c.left() == left).toList();
      if (!checks.isEmpty()) {
        text.errors(left, checks);
      }
    }
    return text.lines;
  }

  private void errors(Left left, List<Check> checks) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add(style.mark(Mark.BOLD, title(left)));
    TextTable table =
        new TextTable()
            .left("predicted")
            .right("points")
            .right("median error")
            .right("90 % below")
            .right("largest")
            .right("half-width")
            .right("inside");
    for (Check check : checks) {
      table.row(row(name(check), check, check.all()));
      if (!check.faults().isEmpty()) {
        SelfCheck rest = check.withoutFaults();
        int faulty = check.all().points().size() - rest.points().size();
        table.row(row("  without " + count(faulty, "faulty size"), check, rest));
      }
    }
    lines.addAll(table.lines("  "));
    checks.forEach(this::worst);
  }

  private static String title(Left left) {
    return switch (left) {
      case SIZES -> "every second size, both halves in turn, from the sizes beside it";
      case ROUNDS_OF_DEFAULT -> "later rounds, from the first: a choice against NCCL's own";
      case ROUNDS_OF_PINNED -> "later rounds, from the first: two choices against each other";
    };
  }

  private static String name(Check check) {
    if (check.isOfDifferences()) {
      return "step difference, a call";
    }
    StringBuilder name = new StringBuilder(check.set().curves().basis().jsonName());
    name.append(" latency");
    if (check.set().launch() != Launch.UNKNOWN) {
      name.append(", ").append(check.set().launch().name().toLowerCase(Locale.ROOT));
    }
    if (!check.set().elementType().isEmpty()) {
      name.append(", ").append(Plain.line(check.set().elementType()));
    }
    return name.toString();
  }

  private static List<String> row(String name, Check check, SelfCheck points) {
    boolean us = check.isOfDifferences();
    return List.of(
        name,
        String.valueOf(points.points().size()),
        us ? us(points.medianErrorUs()) : part(points.medianErrorPart()),
        us ? us(points.p90ErrorUs()) : part(points.p90ErrorPart()),
        us ? us(points.largestErrorUs()) : part(points.largestErrorPart()),
        us ? us(points.medianHalfWidthUs()) : part(points.medianHalfWidthPart()),
        String.format(Locale.ROOT, "%.0f %%", 100 * points.coverage()));
  }

  private static String us(double us) {
    return Numbers.us(us) + " us";
  }

  private static String part(double part) {
    return Numbers.share(100 * part);
  }

  private void worst(Check check) {
    lines.add("  worst of " + name(check));
    TextTable table =
        new TextTable().left("choice").left("size").right("measured").right("predicted").left("");
    for (HeldOut p : check.worst(WORST_SHOWN)) {
      table.row(
          List.of(
              choice(p),
              Numbers.bytes(p.bytes()),
              figure(check, p.measured()),
              predicted(check, p),
              p.isCovered() ? "inside" : "outside"));
    }
    lines.addAll(table.lines("    "));
    for (ShapeFault f : check.faults()) {
      lines.add("    fault: " + fault(f));
    }
  }

  private static String choice(HeldOut p) {
    String against = p.against().map(a -> " against " + a.label()).orElse("");
    return p.key().choice().label() + against + ", " + p.key().nRanks() + " ranks";
  }

  private static String figure(Check check, double us) {
    return check.isOfDifferences() ? Numbers.signed(us) + " us" : Numbers.us(us) + " us";
  }

  private static String predicted(Check check, HeldOut p) {
    boolean signed = check.isOfDifferences();
    return String.format(
        "%s (%s to %s)",
        figure(check, p.predicted().mid()),
        signed ? Numbers.signed(p.predicted().low()) : Numbers.us(p.predicted().low()),
        signed ? Numbers.signed(p.predicted().high()) : Numbers.us(p.predicted().high()));
  }

  private static String fault(ShapeFault f) {
    return String.format(
        Locale.ROOT,
        "%s, %d ranks: %s takes %s us, twice that size %s us",
        f.key().choice().label(),
        f.key().nRanks(),
        Numbers.bytes(f.bytes()),
        Numbers.us(f.us()),
        Numbers.us(f.doubleUs()));
  }

  private static String count(int n, String word) {
    return n + " " + word + (n == 1 ? "" : "s");
  }
}
