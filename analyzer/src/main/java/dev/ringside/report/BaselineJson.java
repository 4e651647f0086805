package dev.ringside.report;

import dev.ringside.baseline.Baseline;
import dev.ringside.baseline.BaselineFinding;
import dev.ringside.baseline.Comparison;
import dev.ringside.baseline.EngineChange;
import dev.ringside.baseline.HealthResult;
import dev.ringside.baseline.RingTree;
import dev.ringside.baseline.ScaleRatio;
import dev.ringside.baseline.StatePair;
import dev.ringside.cost.Interval;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** The JSON form {@code ringside.baseline-result/1}. Unknown is null, never 0. */
public final class BaselineJson {
  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.baseline-result/1";

  private final JsonFields json;

  private BaselineJson(JsonFields json) {
    this.json = json;
  }

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(Baseline result, OutputStream out) throws IOException {
    JsonDocument.write(out, json -> new BaselineJson(json).document(result));
  }

  private void document(Baseline b) {
    json.text("schema", SCHEMA);
    json.texts("labels", b.sides().stream().map(s -> s.label()).toList());
    json.objects("findings", b.findings(), this::finding);
    json.objects("comparisons", b.pairs(), this::pair);
    json.objects("health", b.health(), this::health);
    json.objects("scale_ratios", b.ratios(), this::ratio);
    json.objects("ring_or_tree", b.ringTrees(), this::ringTree);
  }

  private void finding(BaselineFinding f) {
    json.text("code", f.code());
    json.text("severity", f.severity().word());
    json.text("about", f.place());
    json.text("text", f.text());
    json.text("remedy", f.remedy());
  }

  private void pair(StatePair pair) {
    json.text("before", pair.before());
    json.text("after", pair.after());
    json.objects(
        "differences",
        pair.differences(),
        d -> {
          json.text("name", d.name());
          json.text("before", d.before());
          json.text("after", d.after());
        });
    json.objects("tests", pair.comparisons(), this::comparison);
    json.objects("serving", pair.engineChanges(), this::engine);
    json.objects(
        "predicted",
        pair.predicted(),
        p -> {
          json.text("scenario", p.scenario());
          json.object("step_saving_pct", () -> range(p.stepSavingPct()));
        });
  }

  private void comparison(Comparison c) {
    json.text("test", c.before().test());
    json.integer("nranks", Math.max(c.before().nRanks(), c.after().nRanks()));
    json.integer("nnodes", Math.max(c.before().nNodes(), c.after().nNodes()));
    json.text("launch", c.before().launch());
    json.objects(
        "by_size",
        c.points(),
        p -> {
          json.integer("bytes", p.bytes());
          json.figure("before_us", p.beforeUs());
          json.figure("after_us", p.afterUs());
          json.figure("before_busbw", p.beforeGBs());
          json.figure("after_busbw", p.afterGBs());
          json.object("time_change_pct", () -> range(p.changePct()));
          json.text("change", p.change().name().toLowerCase(Locale.ROOT));
          json.text("before_choice", p.beforeChoice());
          json.text("after_choice", p.afterChoice());
        });
  }

  private void engine(EngineChange c) {
    json.text("workload", c.workload());
    json.text("metric", c.metric());
    json.figure("before", c.before());
    json.figure("after", c.after());
    json.integer("runs_before", c.runsBefore());
    json.integer("runs_after", c.runsAfter());
    json.object("change_pct", () -> range(c.changePct()));
    json.text("verdict", c.verdict());
  }

  private void health(HealthResult r) {
    json.text("label", r.label());
    json.text("test", r.title());
    json.integer("bytes", r.bytes());
    json.figure("busbw", r.busBwGBs());
    json.text("fabric", r.fabric());
    json.figure("healthy", r.healthyGBs());
    json.figure("poor", r.poorGBs());
    json.text("verdict", r.verdict());
  }

  private void ratio(ScaleRatio r) {
    json.text("label", r.label());
    json.text("test", r.test());
    json.integer("few_nodes", r.fewNodes());
    json.integer("many_nodes", r.manyNodes());
    json.integer("bytes", r.bytes());
    json.figure("few_busbw", r.fewGBs());
    json.figure("many_busbw", r.manyGBs());
    json.figure("ratio", r.ratio());
    json.flag("is_judged", r.isCrossNode());
  }

  private void ringTree(RingTree duel) {
    json.text("label", duel.label());
    json.text("test", duel.test());
    json.integer("nranks", duel.nRanks());
    json.text("ring", duel.ring());
    json.text("tree", duel.tree());
    json.objects(
        "by_size",
        duel.points(),
        p -> {
          json.integer("bytes", p.bytes());
          json.figure("ring_us", p.ringUs());
          json.figure("tree_us", p.treeUs());
          json.text("winner", p.winner().equals("either") ? "" : p.winner());
        });
  }

  private void range(Interval i) {
    json.figure("low", i.low());
    json.figure("mid", i.mid());
    json.figure("high", i.high());
  }
}
