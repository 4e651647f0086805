package dev.ringside.report;

import dev.ringside.benefit.Choice;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Scenario;
import dev.ringside.benefit.SizeRow;
import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Collective;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.ZoneMap;
import java.util.ArrayList;
import java.util.List;

/** The zones of a tuner file as the communicators of a trace see them, under both scenarios. */
final class ZoneRows {
  private ZoneRows() {}

  static List<Report.Zone> of(PredictionInput input, TunerFile tuner) {
    List<Report.Zone> zones = new ArrayList<>();
    for (MessageRow template : Hypothetical.templates(input.traffic())) {
      List<Long> starts = starts(tuner, template);
      List<SizeRow> rows = new Hypothetical(input, template).predict(starts, tuner);
      for (Scenario scenario : Scenario.values()) {
        zones.addAll(zones(rows, scenario));
      }
    }
    return zones;
  }

  private static List<Long> starts(TunerFile tuner, MessageRow template) {
    if (template.nNodes() < 1) {
      return List.of();
    }
    return ZoneMap.of(tuner, template.nRanks(), template.nNodes()).starts(Collective.ALL_REDUCE);
  }

  private static List<Report.Zone> zones(List<SizeRow> rows, Scenario scenario) {
    List<Report.Zone> zones = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      SizeRow row = rows.get(i);
      long end = i + 1 < rows.size() ? rows.get(i + 1).bytes() - 1 : Long.MAX_VALUE;
      boolean isRuled = row.outcome(scenario).rule().isPresent();
      Choice choice = isRuled ? row.outcome(scenario).choice().orElse(null) : null;
      Report.Zone zone =
          new Report.Zone(
              scenario.jsonName(),
              row.nRanks(),
              row.bytes(),
              end,
              choice == null ? "" : choice.algorithm().ncclName(),
              choice == null ? "" : choice.protocol().ncclName());
      join(zones, zone);
    }
    return zones;
  }

  /** Neighbours with one choice are one zone. */
  private static void join(List<Report.Zone> zones, Report.Zone next) {
    Report.Zone last = zones.isEmpty() ? null : zones.get(zones.size() - 1);
    if (last != null
        && last.algorithm().equals(next.algorithm())
        && last.protocol().equals(next.protocol())) {
      zones.set(
          zones.size() - 1,
          new Report.Zone(
              last.scenario(),
              last.nRanks(),
              last.minBytes(),
              next.maxBytes(),
              last.algorithm(),
              last.protocol()));
    } else {
      zones.add(next);
    }
  }
}
