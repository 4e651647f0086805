package dev.ringside.report;

import dev.ringside.benefit.CalibrationUse;
import dev.ringside.benefit.Choice;
import dev.ringside.benefit.MeasuredUs;
import dev.ringside.benefit.OwnChoice;
import dev.ringside.benefit.Scenario;
import dev.ringside.benefit.ScenarioVerdict;
import dev.ringside.benefit.SizeOutcome;
import dev.ringside.benefit.SizeRow;
import dev.ringside.benefit.StepTime;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Phase;
import dev.ringside.summary.Traffic;
import java.util.List;
import java.util.Optional;

/** Predicted sizes and scenarios in the words of a report. */
final class ReportRows {
  private static final int NO_CURVES = -1;
  private static final Report.Choice UNKNOWN =
      new Report.Choice("", "", Double.NaN, "", NO_CURVES, false);

  private static final Report.Outcome NOT_JUDGED =
      new Report.Outcome(UNKNOWN, -1, false, Report.Range.UNKNOWN, Report.Range.UNKNOWN, NO_CURVES);

  private final Traffic traffic;
  private final List<CalibrationUse> calibrations;

  /** Of a prediction; figures point at their curves by the place in its calibrations. */
  ReportRows(Traffic traffic, List<CalibrationUse> calibrations) {
    this.traffic = traffic;
    this.calibrations = calibrations;
  }

  private int index(Optional<CalibrationUse> use) {
    return use.map(calibrations::indexOf).orElse(NO_CURVES);
  }

  static Report.Range range(Interval i) {
    return new Report.Range(i.low(), i.mid(), i.high());
  }

  static Report.Range range(Optional<Interval> i) {
    return i.map(ReportRows::range).orElse(Report.Range.UNKNOWN);
  }

  static Report.Scenario scenario(ScenarioVerdict v, List<Report.Size> sizes) {
    return new Report.Scenario(
        v.scenario().jsonName(),
        v.verdict().jsonName(),
        v.basis().map(CurveBasis::jsonName).orElse(""),
        v.reason().text(),
        Sentence.figures(v, sizes),
        range(v.stepSavingPct()),
        range(v.savingUsPerStep()),
        v.safeSharePct().orElse(Double.NaN),
        v.settlement().map(s -> s.text()).orElse(""));
  }

  /**
   * @param isJudged whether there is a tuner file whose outcome the row can show
   */
  Report.Size size(SizeRow r, boolean isJudged) {
    String basis = basis(r);
    // Whole steps tell differences only; the time of a call alone would not go with them.
    boolean isStep = basis.equals(CurveBasis.STEP.jsonName());
    return new Report.Size(
        r.nRanks(),
        r.nNodes(),
        r.bytes(),
        figure(r.batch()),
        r.batch().map(b -> b.basis().jsonName()).orElse(""),
        r.phase().map(Phase::jsonName).orElse(""),
        phaseBasis(r),
        figure(r.callsPerPass()),
        r.callsPerPass().map(Figure::isUpperBound).orElse(false),
        r.callsPerPass().map(c -> c.basis().jsonName()).orElse(""),
        figure(r.loggedPasses()),
        r.loggedPasses().map(l -> l.basis().jsonName()).orElse(""),
        r.loggedCalls(),
        basis,
        r.stepTime().map(StepTime::us).orElse(Double.NaN),
        r.stepTime().map(t -> t.basis().jsonName()).orElse(""),
        index(r.stepTime().flatMap(StepTime::by)),
        range(r.allReduceSharePct()),
        r.weight().orElse(Double.NaN),
        own(r, isStep),
        isJudged ? outcome(r.outcome(Scenario.AS_ALLOWED), isStep) : NOT_JUDGED,
        isJudged ? outcome(r.outcome(Scenario.LL128_ALLOWED), isStep) : NOT_JUDGED);
  }

  private static long figure(Optional<Figure> f) {
    return f.map(Figure::value).orElse(-1L);
  }

  private String phaseBasis(SizeRow r) {
    return traffic.rows().stream()
        .filter(m -> m.bytes() == r.bytes() && m.nRanks() == r.nRanks())
        .filter(m -> m.phase().equals(r.phase()))
        .map(MessageRow::phaseBasis)
        .flatMap(Optional::stream)
        .map(b -> b.jsonName())
        .findFirst()
        .orElse("");
  }

  /** What the times of the row were measured by. */
  private static String basis(SizeRow r) {
    return r.outcome(Scenario.AS_ALLOWED)
        .basis()
        .or(() -> r.outcome(Scenario.LL128_ALLOWED).basis())
        .map(CurveBasis::jsonName)
        .orElseGet(
            () ->
                r.stepTime().filter(t -> t.basis() == StepTime.Basis.STEP_SWEEP).isPresent()
                    ? CurveBasis.STEP.jsonName()
                    : "");
  }

  private Report.Choice own(SizeRow r, boolean isStep) {
    if (r.own().isEmpty()) {
      return UNKNOWN;
    }
    OwnChoice own = r.own().get();
    Optional<MeasuredUs> us = isStep ? Optional.empty() : r.ownUs();
    return choice(own.choice(), us, own.basis().jsonName(), own.isClose());
  }

  private Report.Choice choice(Choice c, Optional<MeasuredUs> us, String basis, boolean isClose) {
    return new Report.Choice(
        c.algorithm().ncclName(),
        c.protocol().ncclName(),
        us.map(m -> m.us().mid()).orElse(Double.NaN),
        basis,
        index(us.map(MeasuredUs::by)),
        isClose);
  }

  private Report.Outcome outcome(SizeOutcome o, boolean isStep) {
    Report.Choice choice =
        o.choice()
            .map(
                c ->
                    choice(
                        c,
                        isStep ? Optional.empty() : o.us(),
                        o.basis().map(CurveBasis::jsonName).orElse(""),
                        false))
            .orElse(UNKNOWN);
    return new Report.Outcome(
        choice,
        o.rule().map(r -> r.line()).orElse(-1),
        o.differs(),
        range(o.savingUs()),
        range(o.stepSavingPct()),
        index(o.savingBy()));
  }

  /**
   * One curve of a set.
   *
   * @param calibration place of the set among the calibrations; -1 without such a list
   */
  static Report.Curve curve(CurveSet set, CurveKey key, int calibration) {
    LatencyCurve measured = set.curve(key).orElseThrow();
    return new Report.Curve(
        key.choice().algorithm().map(a -> a.ncclName()).orElse(""),
        key.choice().protocol().map(p -> p.ncclName()).orElse(""),
        key.nRanks(),
        set.basis().jsonName(),
        calibration,
        measured.points().values().stream()
            .map(p -> new Report.CurvePoint(p.bytes(), range(p.us())))
            .toList());
  }
}
