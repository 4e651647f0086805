package dev.ringside.report;

import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.Interval;
import dev.ringside.sizing.ModelShape;
import dev.ringside.sizing.Sizing;
import dev.ringside.sizing.SizingRow;
import dev.ringside.sizing.TensorParallelEffect;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** The JSON form {@code ringside.size/1}; what was not measured is null. */
public final class SizingJson {
  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.size/1";

  private final JsonFields json;

  private SizingJson(JsonFields json) {
    this.json = json;
  }

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(Sizing sizing, OutputStream out) throws IOException {
    JsonDocument.write(out, json -> new SizingJson(json).sizing(sizing));
  }

  private void sizing(Sizing s) {
    json.text("schema", SCHEMA);
    json.object("model", () -> model(s.shape()));
    json.objects("by_size", s.rows(), this::row);
    json.objects(
        "zones",
        s.zones(),
        z -> {
          json.integer("nranks", z.tp());
          json.flag("ll128_allowed", z.isLl128Allowed());
          choice(z.choice());
          json.integer("first_batch", z.firstBatch());
          json.integer("last_batch", z.lastBatch() == Long.MAX_VALUE ? -1 : z.lastBatch());
        });
    json.objects(
        "avoid",
        s.cliffs(),
        c -> {
          json.integer("nranks", c.tp());
          json.integer("batch", c.batch());
          json.text("why", c.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
          json.integer("instead", c.otherBatch());
        });
    json.integers("capture_sizes", s.captureSizes());
    json.objects(
        "prefill_chunks",
        s.prefillChunks(),
        p -> {
          json.integer("nranks", p.tp());
          json.integer("tokens", p.tokens());
          interval("us", Optional.of(p.callUs()));
        });
    json.objects(
        "tp_effects",
        List.of(TensorParallelEffect.values()),
        e -> {
          json.flag("changes", e.changes());
          json.text("what", e.text());
        });
  }

  private void model(ModelShape m) {
    json.text("name", m.name());
    json.integer("hidden", m.hidden());
    json.integer("layers", m.layers());
    json.integer("calls_per_pass", m.callsPerPass());
    json.integer("bytes_per_token", m.bytesPerToken());
    json.text("dtype", m.dtype());
    json.flag("verified", m.isVerified());
    json.texts("remarks", m.remarks());
  }

  private void row(SizingRow r) {
    json.integer("nranks", r.tp());
    json.integer("batch", r.batch());
    json.integer("bytes", r.bytes());
    json.object("as_allowed", () -> choice(r.zone()));
    json.object("ll128_allowed", () -> choice(r.ll128Zone()));
    interval("us", r.callUs());
    json.text("us_basis", r.callBasis().map(b -> b.jsonName()).orElse(""));
    interval("pass_us", r.passUs());
    interval("step_us", r.stepUs());
    json.figure("share_pct", r.share().map(s -> 100 * s).orElse(Double.NaN));
    interval("as_allowed_saving_us_per_pass", r.savingUs());
    interval("ll128_allowed_saving_us_per_pass", r.ll128SavingUs());
    json.text("basis", r.basis().map(b -> b.jsonName()).orElse(""));
  }

  private void choice(Optional<CurveChoice> c) {
    json.text("algo", c.flatMap(CurveChoice::algorithm).map(Algorithm::ncclName).orElse(""));
    json.text("proto", c.flatMap(CurveChoice::protocol).map(Protocol::ncclName).orElse(""));
  }

  private void interval(String name, Optional<Interval> interval) {
    if (interval.isEmpty()) {
      json.nothing(name);
      return;
    }
    json.object(
        name,
        () -> {
          json.figure("low", interval.get().low());
          json.figure("mid", interval.get().mid());
          json.figure("high", interval.get().high());
        });
  }
}
