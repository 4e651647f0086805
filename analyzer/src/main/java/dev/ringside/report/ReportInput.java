package dev.ringside.report;

import dev.ringside.benefit.Prediction;
import dev.ringside.benefit.PredictionInput;
import java.util.List;

/**
 * What a report is made of.
 *
 * @param input what was predicted from
 * @param prediction what came out
 * @param findings worst first
 * @param command the command line that made the report
 * @param version release of ringside
 */
public record ReportInput(
    PredictionInput input,
    Prediction prediction,
    List<Report.Finding> findings,
    List<String> command,
    String version) {

  public ReportInput {
    findings = List.copyOf(findings);
    command = List.copyOf(command);
  }
}
