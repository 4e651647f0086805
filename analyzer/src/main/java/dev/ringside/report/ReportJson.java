package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The JSON form {@code ringside.report/1}. Unknown is null, never 0. Written field by field: data
 * binding would cost every start two tenths of a second.
 */
public final class ReportJson {

  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.report/1";

  private final JsonFields json;

  private ReportJson(JsonFields json) {
    this.json = json;
  }

  /** Writes the report as UTF-8 and leaves the stream open. */
  public static void write(Report report, OutputStream out) throws IOException {
    JsonDocument.write(out, json -> new ReportJson(json).report(report));
  }

  private void report(Report r) {
    json.text("schema", SCHEMA);
    json.text("ringside_version", r.version());
    json.text("verdict", r.verdict());
    json.text("basis", r.basis());
    json.text("sentence", r.sentence());
    json.text("settle", r.settle());
    json.object("nccl", () -> nccl(r.nccl()));
    json.object("model", () -> model(r.model()));
    json.object("tuner", () -> tuner(r.tuner()));
    json.object("path", () -> path(r.path()));
    json.objects("inputs", r.inputs(), this::input);
    json.objects("calibration", r.calibrations(), this::calibration);
    json.objects("communicators", r.communicators(), this::group);
    json.objects("scenarios", r.scenarios(), this::scenario);
    json.objects("by_size", r.sizes(), this::size);
    json.objects("batch_mix", r.batchMix(), this::batch);
    json.objects("graph_steps", r.graphSteps(), this::graphStep);
    json.objects("curves", r.curves(), this::curve);
    json.objects("zones", r.zones(), this::zone);
    json.objects("levers", r.levers(), this::lever);
    json.objects("findings", r.findings(), this::finding);
    json.objects("checklist", r.checklist(), item -> DoctorJson.item(json, item));
    json.objects("losses", r.losses(), this::loss);
    json.texts("reproduce", r.reproduce());
  }

  private void nccl(Report.Nccl nccl) {
    json.text("version", one(nccl.versions()));
    json.texts("versions", nccl.versions());
    json.text("cuda_version", one(nccl.cuda()));
  }

  private static String one(List<String> values) {
    return values.size() == 1 ? values.get(0) : "";
  }

  private void model(Report.Model m) {
    json.text("name", m.name());
    json.text("engine", m.engine());
    fact("hidden", m.hidden());
    fact("bytes_per_token", m.bytesPerToken());
    fact("calls_per_pass", m.callsPerPass());
  }

  private void fact(String name, Report.Fact fact) {
    json.object(
        name,
        () -> {
          json.integer("value", fact.value());
          json.text("basis", fact.basis());
        });
  }

  private void tuner(Report.Tuner tuner) {
    json.text("name", tuner.name());
    json.texts("rules", tuner.rules());
  }

  private void path(Report.Path path) {
    json.text("state", path.state());
    json.texts("evidence", path.evidence());
  }

  private void input(Report.Input input) {
    json.text("name", input.name());
    json.text("kind", input.kind());
  }

  private void calibration(Report.Calibration c) {
    json.texts("files", c.files());
    json.text("basis", c.basis());
    json.integer("nranks", c.nRanks());
    json.texts("curves", c.curves());
    json.text("refused", c.refused());
    json.text("remarks", c.remarks());
    json.texts("not_checked", c.notChecked());
  }

  private void group(Report.Group g) {
    json.text("id", g.id());
    json.integer("nranks", g.nRanks());
    json.integer("nnodes", g.nNodes());
    json.integer("ranks_seen", g.ranksSeen());
    json.text("transport", g.transport());
  }

  private void scenario(Report.Scenario s) {
    json.text("name", s.name());
    json.text("verdict", s.verdict());
    json.text("basis", s.basis());
    json.text("reason", s.reason());
    range("step_saving_pct", s.stepSavingPct());
    range("saving_us_per_step", s.savingUsPerStep());
    json.figure("safe_share_pct", s.safeSharePct());
    json.text("settle", s.settle());
  }

  private void range(String name, Report.Range range) {
    if (!range.isKnown()) {
      json.nothing(name);
      return;
    }
    json.object(
        name,
        () -> {
          json.figure("low", range.low());
          json.figure("mid", range.mid());
          json.figure("high", range.high());
        });
  }

  private void size(Report.Size s) {
    json.integer("nranks", s.nRanks());
    json.integer("nnodes", s.nNodes());
    json.integer("bytes", s.bytes());
    json.integer("batch", s.batch());
    json.text("batch_basis", s.batchBasis());
    json.text("phase", s.phase());
    json.text("phase_basis", s.phaseBasis());
    json.integer("calls_per_pass", s.callsPerPass());
    json.flag("calls_per_pass_is_upper_bound", s.callsAtMost());
    json.text("calls_per_pass_basis", s.callsBasis());
    json.integer("logged_passes", s.loggedPasses());
    json.text("logged_passes_basis", s.loggedPassesBasis());
    json.integer("logged_calls", s.loggedCalls());
    json.text("basis", s.basis());
    json.figure("step_us", s.stepUs());
    json.text("step_basis", s.stepBasis());
    json.integer("step_calibration", s.stepCalibration());
    range("allreduce_share_pct", s.allReduceSharePct());
    json.figure("weight", s.weight());
    json.object(
        "default",
        () -> {
          choice(s.own());
          json.flag("is_close", s.own().isClose());
        });
    json.object("as_allowed", () -> outcome(s.asAllowed()));
    json.object("ll128_allowed", () -> outcome(s.ll128Allowed()));
  }

  private void choice(Report.Choice c) {
    json.text("algo", c.algorithm());
    json.text("proto", c.protocol());
    json.figure("us", c.us());
    json.integer("us_calibration", c.calibration());
    json.text("basis", c.basis());
  }

  private void outcome(Report.Outcome o) {
    choice(o.choice());
    json.integer("rule_line", o.rule());
    json.flag("differs", o.differs());
    range("saving_us", o.savingUs());
    range("step_saving_pct", o.stepSavingPct());
    json.integer("saving_calibration", o.calibration());
  }

  private void batch(Report.Batch b) {
    json.integer("batch", b.batch());
    json.figure("weight", b.weight());
    json.text("basis", b.basis());
  }

  private void graphStep(Report.GraphStep s) {
    json.integer("launches", s.launches());
    json.integer("allreduces", s.allReduces());
    json.figure("step_us", s.stepUs());
    range("allreduce_share_pct", s.allReduceSharePct());
  }

  private void curve(Report.Curve c) {
    json.text("algo", c.algorithm());
    json.text("proto", c.protocol());
    json.integer("nranks", c.nRanks());
    json.text("basis", c.basis());
    json.integer("calibration", c.calibration());
    json.objects(
        "points",
        c.points(),
        p -> {
          json.integer("bytes", p.bytes());
          range("us", p.us());
        });
  }

  private void zone(Report.Zone z) {
    json.text("scenario", z.scenario());
    json.integer("nranks", z.nRanks());
    json.integer("min_bytes", z.minBytes());
    json.integer("max_bytes", z.maxBytes() == Long.MAX_VALUE ? -1 : z.maxBytes());
    json.text("algo", z.algorithm());
    json.text("proto", z.protocol());
  }

  private void lever(Report.Lever l) {
    json.text("code", l.code());
    json.text("effect", l.effect());
    json.text("basis", l.basis());
    json.text("evidence", l.evidence());
    json.text("best_choice", l.best());
    json.integer("best_bytes", l.bestBytes());
    range("saving_us", l.savingUs());
    range("step_saving_pct", l.stepSavingPct());
    json.text("command", l.command());
  }

  private void finding(Report.Finding f) {
    json.text("code", f.code());
    json.text("severity", f.severity());
    json.text("file", f.file());
    json.integer("line", f.line());
    json.text("text", f.text());
    json.text("remedy", f.remedy());
  }

  private void loss(Report.Loss l) {
    json.text("name", l.name());
    json.text("severity", l.severity());
    json.text("file", l.file());
    json.integer("offset", l.offset());
    json.text("detail", l.detail());
  }
}
