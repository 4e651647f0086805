package dev.ringside.report;

import dev.ringside.calibrate.Calibration;
import dev.ringside.calibrate.Crossover;
import dev.ringside.calibrate.HeldOut;
import dev.ringside.calibrate.HoldOut;
import dev.ringside.calibrate.HoldOut.Check;
import dev.ringside.calibrate.Launch;
import dev.ringside.calibrate.SelfCheck;
import dev.ringside.calibrate.ShapeFault;
import dev.ringside.calibrate.SweepSet;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.calibrate.Zone;
import dev.ringside.calibrate.ZonePlan;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.CurveSource;
import dev.ringside.cost.Interval;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;

/** The JSON form {@code ringside.calibration/1}; what is not known is null. */
public final class CalibrationJson {
  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.calibration/1";

  private final JsonFields json;

  private CalibrationJson(JsonFields json) {
    this.json = json;
  }

  /**
   * Writes it as UTF-8 and leaves the stream open.
   *
   * @param holdOut the self-check, where it was asked for
   */
  public static void write(
      Calibration calibration, Sweeps sweeps, Optional<HoldOut> holdOut, OutputStream out)
      throws IOException {
    JsonDocument.write(
        out, json -> new CalibrationJson(json).document(calibration, sweeps, holdOut));
  }

  private void document(Calibration calibration, Sweeps sweeps, Optional<HoldOut> holdOut) {
    json.text("schema", SCHEMA);
    List<List<CurveSource>> others =
        calibration.otherHosts().stream().map(CurveSet::sources).toList();
    json.objects("sets", sweeps.sets(), s -> set(s, !others.contains(s.curves().sources())));
    json.objects("plans", calibration.plans(), this::plan);
    json.objects("faults", calibration.faults(), this::fault);
    json.objects(
        "refused",
        sweeps.refusals(),
        r -> {
          json.text("file", r.file());
          json.text("reason", r.reason());
        });
    if (holdOut.isEmpty()) {
      json.nothing("holdout");
    } else {
      json.objects("holdout", holdOut.get().checks(), this::check);
    }
  }

  private void set(SweepSet set, boolean isInZones) {
    json.text("basis", set.curves().basis().jsonName());
    json.text(
        "launch",
        set.launch() == Launch.UNKNOWN ? "" : set.launch().name().toLowerCase(Locale.ROOT));
    json.text("element_type", set.elementType());
    json.text("gpu", set.curves().host().gpu().orElse(""));
    json.text("transport", set.curves().host().transport().map(Enum::name).orElse(""));
    json.text("nccl", set.curves().host().nccl().orElse(""));
    json.flag("in_step_offsets", set.curves().hasOffsets());
    json.flag("in_zones", isInZones);
    json.texts("files", set.curves().sources().stream().map(CurveSource::file).distinct().toList());
    json.objects("curves", List.copyOf(set.curves().keys()), k -> curve(set, k));
  }

  private void curve(SweepSet set, CurveKey key) {
    NavigableMap<Long, CurvePoint> points = set.curves().curve(key).orElseThrow().points();
    key(key);
    json.text(
        "choice_from",
        set.curves().sources().stream()
            .filter(s -> s.key().equals(key))
            .map(CurveSource::choiceFrom)
            .findFirst()
            .orElse(""));
    json.integer("sizes", points.size());
    json.integer("min_bytes", points.firstKey());
    json.integer("max_bytes", points.lastKey());
  }

  private void key(CurveKey key) {
    json.integer("nranks", key.nRanks());
    json.integer("nnodes", key.nNodes());
    choice("choice", Optional.of(key.choice()));
  }

  /** Null where there is none; NCCL's own choice has neither algorithm nor protocol. */
  private void choice(String name, Optional<CurveChoice> choice) {
    if (choice.isEmpty()) {
      json.nothing(name);
      return;
    }
    json.object(
        name,
        () -> {
          json.text("algo", choice.get().algorithm().map(Algorithm::ncclName).orElse(""));
          json.text("proto", choice.get().protocol().map(Protocol::ncclName).orElse(""));
          json.integer("channels", choice.get().channels());
        });
  }

  private void plan(ZonePlan plan) {
    json.integer("nranks", plan.nRanks());
    json.integer("nnodes", plan.nNodes());
    json.text("basis", plan.basis().jsonName());
    json.objects("ll128_allowed", plan.zones(), this::zone);
    json.objects("as_allowed", plan.base(), this::zone);
    json.objects("crossovers", plan.crossovers(), this::crossover);
  }

  private void zone(Zone zone) {
    json.integer("min_bytes", zone.minBytes());
    json.integer("max_bytes", zone.maxBytes());
    choice("choice", Optional.of(zone.choice()));
  }

  private void crossover(Crossover c) {
    choice("below", Optional.of(c.below()));
    choice("above", Optional.of(c.above()));
    json.integer("bytes", c.bytes());
    json.integer("equal_from_bytes", c.low());
    json.integer("equal_to_bytes", c.high());
  }

  private void fault(ShapeFault f) {
    key(f.key());
    json.text("kind", f.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.integer("bytes", f.bytes());
    json.figure("us", f.us());
    json.figure("double_us", f.doubleUs());
  }

  private void check(Check check) {
    json.text("left_out", check.left().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.integer("set", check.index());
    json.text("error_unit", check.isOfDifferences() ? "us" : "pct");
    json.object("all", () -> errors(check, check.all()));
    json.object("without_faults", () -> errors(check, check.withoutFaults()));
    json.objects("faults", check.faults(), this::fault);
    json.objects("points", check.all().points(), p -> point(check, p));
  }

  private void errors(Check check, SelfCheck points) {
    boolean us = check.isOfDifferences();
    json.integer("points", points.points().size());
    json.figure("median_error", us ? points.medianErrorUs() : 100 * points.medianErrorPart());
    json.figure("p90_error", us ? points.p90ErrorUs() : 100 * points.p90ErrorPart());
    json.figure("largest_error", us ? points.largestErrorUs() : 100 * points.largestErrorPart());
    json.figure(
        "median_half_width", us ? points.medianHalfWidthUs() : 100 * points.medianHalfWidthPart());
    json.figure("inside_pct", 100 * points.coverage());
  }

  private void point(Check check, HeldOut p) {
    key(p.key());
    choice("against", p.against());
    json.integer("bytes", p.bytes());
    json.figure("measured_us", p.measured());
    interval("predicted_us", p.predicted());
    json.flag("inside", p.isCovered());
    json.flag("fault", check.isFault(p));
  }

  private void interval(String name, Interval interval) {
    json.object(
        name,
        () -> {
          json.figure("low", interval.low());
          json.figure("mid", interval.mid());
          json.figure("high", interval.high());
        });
  }
}
