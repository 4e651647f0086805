package dev.ringside.report;

import dev.ringside.doctor.CheckedItem;
import dev.ringside.doctor.Finding;
import dev.ringside.doctor.LocatedFinding;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The JSON form {@code ringside.doctor/1} of findings and checklist. */
public final class DoctorJson {
  private DoctorJson() {}

  /**
   * Writes it as UTF-8 and leaves the stream open.
   *
   * @param checklist empty where it was not asked for
   */
  public static void write(
      List<LocatedFinding> findings, List<CheckedItem> checklist, OutputStream out)
      throws IOException {
    JsonDocument.write(
        out,
        json -> {
          json.text("schema", "ringside.doctor/1");
          json.objects("findings", findings, f -> finding(json, f));
          json.objects("checklist", checklist, item -> item(json, item));
        });
  }

  private static void finding(JsonFields json, LocatedFinding located) {
    Finding f = located.finding();
    json.text("code", f.code());
    json.text("severity", f.severity().jsonName());
    json.text("layer", f.layer().jsonName());
    json.text("file", f.place().source());
    json.integer("line", located.line());
    json.text("text", f.text());
    json.text("remedy", f.remedy());
    json.text("releases", f.releases());
  }

  /** An item of the checklist. */
  static void item(JsonFields json, CheckedItem item) {
    json.text("name", item.name());
    json.text("layer", item.layer().jsonName());
    json.text("title", item.title());
    json.text("state", item.state().jsonName());
    json.text("evidence", item.evidence());
    json.text("command", item.command());
  }
}
