package dev.ringside.report;

import dev.ringside.calibrate.Calibration;
import dev.ringside.calibrate.Crossover;
import dev.ringside.calibrate.ShapeFault;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.calibrate.Zone;
import dev.ringside.calibrate.ZonePlan;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.CurveSource;
import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What sweeps say of a host, for a terminal. */
public final class CalibrationText {
  private static final int FAULTS_SHOWN = 5;

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private CalibrationText(Style style) {
    this.style = style;
  }

  /** Zones, crossings with their noise, faults of plain curves, and files that did not serve. */
  public static List<String> lines(Calibration calibration, Sweeps sweeps, Style style) {
    CalibrationText text = new CalibrationText(style);
    calibration.plans().forEach(text::plan);
    text.faults(calibration.faults());
    calibration.otherHosts().forEach(text::otherHost);
    sweeps
        .refusals()
        .forEach(r -> text.lines.add(Plain.line("not used: " + r.file() + ": " + r.reason())));
    return text.lines;
  }

  private void otherHost(CurveSet set) {
    String files =
        FileNames.summary(set.sources().stream().map(CurveSource::file).distinct().toList());
    String host =
        Stream.concat(set.host().gpu().stream(), set.host().transport().map(Enum::name).stream())
            .collect(Collectors.joining(" over "));
    lines.add(Plain.line("not in the zones: " + files + ": of another host, " + host));
  }

  private void plan(ZonePlan plan) {
    String title =
        plan.nRanks()
            + " ranks on "
            + (plan.nNodes() == 1 ? "1 node" : plan.nNodes() + " nodes")
            + ", by "
            + plan.basis().jsonName()
            + " measurements";
    lines.add(style.mark(Mark.BOLD, title));
    zones("best where NCCL allows LL128", plan.zones());
    zones("best without LL128", plan.base());
    if (!plan.crossovers().isEmpty()) {
      TextTable table =
          new TextTable().left("below").left("above").right("cross at").left("equal within noise");
      plan.crossovers().forEach(c -> table.row(crossover(c)));
      lines.addAll(table.lines("  "));
    }
    lines.add("");
  }

  private void zones(String title, List<Zone> zones) {
    lines.add("  " + title);
    TextTable table = new TextTable().right("from").right("to").left("choice");
    zones.forEach(
        z ->
            table.row(
                List.of(
                    Numbers.bytes(z.minBytes()), Numbers.bytes(z.maxBytes()), z.choice().label())));
    lines.addAll(table.lines("    "));
  }

  private static List<String> crossover(Crossover c) {
    String noise =
        c.low() == c.high() ? "" : Numbers.bytes(c.low()) + " to " + Numbers.bytes(c.high());
    return List.of(c.below().label(), c.above().label(), Numbers.bytes(c.bytes()), noise);
  }

  private void faults(List<ShapeFault> faults) {
    faults.stream()
        .limit(FAULTS_SHOWN)
        .forEach(
            f ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "%s, %d ranks: %s takes %s us, twice that size %s us: %s",
                        f.key().choice().label(),
                        f.key().nRanks(),
                        Numbers.bytes(f.bytes()),
                        Numbers.us(f.us()),
                        Numbers.us(f.doubleUs()),
                        f.kind() == ShapeFault.Kind.JUMP
                            ? "a jump, so another choice is better there"
                            : "slower than twice the size")));
    if (faults.size() > FAULTS_SHOWN) {
      lines.add("and " + (faults.size() - FAULTS_SHOWN) + " more faults of this kind");
    }
  }
}
