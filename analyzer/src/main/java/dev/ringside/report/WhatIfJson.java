package dev.ringside.report;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The data that the page's what-if panel computes with. */
final class WhatIfJson {
  private WhatIfJson() {}

  /** JSON that may stand inside a script element. */
  static String of(List<Report.WhatIf> groups, Report.Tuner tuner) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json =
        new JsonFactory().createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      JsonFields fields = new JsonFields(json);
      fields.object(
          () -> {
            fields.texts("rules", tuner.rules());
            fields.objects("groups", groups, g -> group(fields, g));
          });
    }
    // "</script" would end the element, "<!--" would change how it is read.
    return out.toString(StandardCharsets.UTF_8).replace("<", "\\u003c");
  }

  private static void group(JsonFields json, Report.WhatIf g) {
    json.integer("nranks", g.nRanks());
    json.integer("nnodes", g.nNodes());
    json.integer("bytes_per_token", g.bytesPerToken());
    json.integer("calls_per_pass", g.callsPerPass());
    json.integer("shown_batch", g.shownBatch());
    json.object("allowed", () -> g.allowed().forEach(json::texts));
    json.objects("batches", g.batches(), b -> batch(json, b));
  }

  private static void batch(JsonFields json, Report.WhatIfBatch b) {
    json.integer("batch", b.batch());
    json.figure("step_us", b.stepUs());
    json.text("own", b.own());
    json.object("stays", () -> b.stays().forEach(json::text));
    json.object(
        "saving_us",
        () ->
            b.savingUs()
                .forEach(
                    (choice, us) -> json.figures(choice, List.of(us.low(), us.mid(), us.high()))));
  }
}
