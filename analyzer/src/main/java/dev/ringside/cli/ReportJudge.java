package dev.ringside.cli;

import dev.ringside.benefit.BatchMix;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Predictor;
import dev.ringside.calibrate.Calibration;
import dev.ringside.cost.CurveSet;
import dev.ringside.doctor.Checklist;
import dev.ringside.doctor.Doctor;
import dev.ringside.doctor.Finding;
import dev.ringside.report.Report;
import dev.ringside.report.ReportInput;
import dev.ringside.sizing.ModelShape;
import dev.ringside.summary.InputKinds;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.tuner.TunerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a report is judged by beside its inputs, read once.
 *
 * @param tuner the file asked for; without one the best that the curves for each trace give
 * @param checks findings of the LL128 checks given
 * @param command the command line that gives the report
 */
record ReportJudge(
    Optional<ModelShape> shape,
    Optional<BatchMix> mix,
    CalibrationFiles.Read measured,
    Optional<TunerFile> tuner,
    List<Report.Finding> checks,
    String command) {

  /** What the inputs say, and what the report makes of it. */
  record Judged(Traffic traffic, List<Finding> findings, ReportInput input) {}

  ReportJudge {
    checks = List.copyOf(checks);
  }

  Traffic traffic(TraceSummary summary) {
    return Interpretation.of(summary, shape.map(ModelShape::hint));
  }

  private Optional<TunerFile> optimum(Traffic traffic) {
    List<CurveSet> curves = Predictor.usable(traffic, measured.sweeps().curves());
    TunerFile best = Calibration.of(curves).tunerFile("calibrated optimum");
    return best.rules().isEmpty() ? Optional.empty() : Optional.of(best);
  }

  Judged judged(TraceSummary summary, Traffic traffic, FindingLines.Lookup lines) {
    List<Finding> findings = Doctor.examine(summary, traffic);
    PredictionInput input =
        new PredictionInput(
            traffic,
            tuner.or(() -> optimum(traffic)),
            measured.sweeps().curves(),
            measured.published(),
            mix);
    List<Report.Finding> shown = new ArrayList<>(checks);
    shown.addAll(FindingLines.forReport(findings, lines));
    return new Judged(
        traffic,
        findings,
        new ReportInput(
            InputKinds.of(summary),
            input,
            Predictor.predict(input),
            shown,
            Checklist.of(summary, traffic),
            List.of(command),
            Ringside.Version.number()));
  }
}
