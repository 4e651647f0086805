package dev.ringside.cli;

import dev.ringside.baseline.PredictedSaving;
import dev.ringside.cost.Interval;
import dev.ringside.report.ReportJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The predicted savings of a {@code report.json}. */
final class PredictedFile {
  private PredictedFile() {}

  static List<PredictedSaving> read(Path file) {
    JsonNode report;
    try (InputStream in = Files.newInputStream(file)) {
      report = JsonMapper.shared().readTree(in);
    } catch (IOException | JacksonException e) {
      throw UserError.usage(file.toString(), "cannot be read as JSON", remedy());
    }
    if (!report.path("schema").asString("").equals(ReportJson.SCHEMA)) {
      throw UserError.usage(file.toString(), "not a report of ringside", remedy());
    }
    List<PredictedSaving> savings = new ArrayList<>();
    for (JsonNode scenario : report.path("scenarios")) {
      JsonNode saving = scenario.path("step_saving_pct");
      if (saving.path("mid").isNumber()) {
        savings.add(
            new PredictedSaving(
                scenario.path("name").asString(""),
                new Interval(
                    saving.path("low").asDouble(),
                    saving.path("mid").asDouble(),
                    saving.path("high").asDouble())));
      }
    }
    if (savings.isEmpty()) {
      throw UserError.usage(
          file.toString(),
          "predicts no saving of a whole run",
          "give the report a --batch-mix or an engine log, so that it can weigh batch sizes");
    }
    return savings;
  }

  private static String remedy() {
    return "write it with 'ringside report --format json'";
  }
}
