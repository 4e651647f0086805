package dev.ringside.report;

import dev.ringside.baseline.Validation;
import java.io.IOException;
import java.io.OutputStream;

/** The JSON form {@code ringside.validation/1}. Unknown is null, never 0. */
public final class ValidationJson {
  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.validation/1";

  private ValidationJson() {}

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(Validation v, OutputStream out) throws IOException {
    JsonDocument.write(
        out,
        json -> {
          json.text("schema", SCHEMA);
          json.text("verdict", v.verdict().word());
          json.text("sentence", v.sentence());
          json.integer("checked_allreduces", v.allReduces());
          json.integer("wrong_values", v.wrong());
          json.figure("bound_95", v.bound95());
          json.texts("nccl", v.nccl());
          json.flag("under_load", v.isUnderLoad());
          json.objects(
              "runs",
              v.runs(),
              r -> {
                json.text("file", r.source());
                json.text("test", r.test());
                json.integer("nranks", r.nRanks());
                json.text("gpu", r.gpu());
                json.text("algo", r.algorithm());
                json.text("type", r.type());
                json.text("launch", r.launch());
                json.integer("min_bytes", r.minBytes());
                json.integer("max_bytes", r.maxBytes());
                json.integer("checked", r.checked());
                json.integer("wrong", r.wrong());
              });
          json.texts("not_counted", v.refused());
          json.objects(
              "not_covered",
              v.gaps(),
              g -> {
                json.text("what", g.what());
                json.text("why", g.why());
                json.text("command", g.command());
              });
        });
  }
}
