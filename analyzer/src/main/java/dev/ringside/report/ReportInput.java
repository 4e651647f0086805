package dev.ringside.report;

import dev.ringside.benefit.Prediction;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.doctor.CheckedItem;
import dev.ringside.trace.record.Source;
import java.util.List;

/**
 * What a report is made of.
 *
 * @param sources the inputs with their kinds
 * @param input what was predicted from
 * @param prediction what came out
 * @param findings worst first
 * @param checklist in the order of work
 * @param command the command line that made the report
 * @param version release of ringside
 */
public record ReportInput(
    List<Source> sources,
    PredictionInput input,
    Prediction prediction,
    List<Report.Finding> findings,
    List<CheckedItem> checklist,
    List<String> command,
    String version) {

  public ReportInput {
    sources = List.copyOf(sources);
    findings = List.copyOf(findings);
    checklist = List.copyOf(checklist);
    command = List.copyOf(command);
  }
}
