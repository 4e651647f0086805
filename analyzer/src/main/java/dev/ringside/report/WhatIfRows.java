package dev.ringside.report;

import dev.ringside.benefit.Choice;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Scenario;
import dev.ringside.benefit.SizeOutcome;
import dev.ringside.benefit.SizeRow;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveSet;
import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Predicts every batch size under every choice that a rule could name, one choice at a time, so
 * that the page needs nothing but the rules to know what they do.
 */
final class WhatIfRows {
  private static final long MOST_BATCHES = 512;

  private final PredictionInput input;
  private final Hypothetical hypothetical;
  private final long bytesPerToken;

  private WhatIfRows(PredictionInput input, MessageRow template, long bytesPerToken) {
    this.input = input;
    this.hypothetical = new Hypothetical(input, template);
    this.bytesPerToken = bytesPerToken;
  }

  static List<Report.WhatIf> of(PredictionInput input) {
    Optional<Figure> token = input.traffic().bytesPerToken();
    List<Report.WhatIf> groups = new ArrayList<>();
    for (MessageRow template : Hypothetical.templates(input.traffic())) {
      if (token.isPresent() && template.nNodes() > 0 && template.callsPerPass().isPresent()) {
        groups.add(new WhatIfRows(input, template, token.get().value()).group());
      }
    }
    return groups;
  }

  private Report.WhatIf group() {
    MessageRow template = hypothetical.template();
    List<Long> sizes =
        LongStream.rangeClosed(1, batches()).mapToObj(b -> b * bytesPerToken).toList();
    List<SizeRow> plain = hypothetical.predict(sizes, new TunerFile("none", List.of()));
    Map<String, List<SizeRow>> forced = new LinkedHashMap<>();
    for (Choice c : choices()) {
      forced.put(name(c), hypothetical.predict(sizes, only(c)));
    }
    Map<String, List<String>> allowed = new LinkedHashMap<>();
    for (Scenario s : Scenario.values()) {
      allowed.put(
          s.jsonName(),
          forced.keySet().stream().filter(c -> isTaken(forced.get(c), c, s)).toList());
    }
    List<Report.WhatIfBatch> batches = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      batches.add(batch(plain.get(i), forced, i));
    }
    return new Report.WhatIf(
        template.nRanks(),
        template.nNodes(),
        bytesPerToken,
        template.callsPerPass().map(Figure::value).orElse(1L),
        template.bytes() / bytesPerToken,
        allowed,
        batches);
  }

  /** As far as anything was measured, but at least as far as the trace goes. */
  private long batches() {
    MessageRow template = hypothetical.template();
    long measured =
        input.curves().stream()
            .flatMap(set -> set.keys().stream().flatMap(k -> set.curve(k).stream()))
            .filter(c -> c.key().nRanks() == template.nRanks())
            .mapToLong(c -> c.points().lastKey())
            .max()
            .orElse(0);
    return Math.min(MOST_BATCHES, Math.max(template.bytes(), measured) / bytesPerToken);
  }

  /** Every pinned choice that was measured for these ranks, and Ring with each protocol. */
  private Set<Choice> choices() {
    Set<Choice> choices = new LinkedHashSet<>();
    for (Protocol p : Protocol.values()) {
      choices.add(Choice.of(Algorithm.RING, p));
      choices.add(Choice.of(Algorithm.TREE, p));
    }
    for (CurveSet set : input.curves()) {
      set.keys().stream()
          .filter(k -> k.nRanks() == hypothetical.template().nRanks())
          .map(k -> k.choice())
          .filter(c -> c.isPinned() && c.channels() < 0)
          .forEach(c -> choices.add(choice(c)));
    }
    return choices;
  }

  private static Choice choice(CurveChoice c) {
    return Choice.of(c.algorithm().orElseThrow(), c.protocol().orElseThrow());
  }

  private static TunerFile only(Choice c) {
    int any = TunerRule.ANY;
    return new TunerFile(
        name(c),
        List.of(
            new TunerRule(
                1,
                Collective.ALL_REDUCE,
                0,
                Long.MAX_VALUE,
                c.algorithm(),
                c.protocol(),
                0,
                any,
                any,
                any,
                any)));
  }

  private static boolean isTaken(List<SizeRow> rows, String choice, Scenario scenario) {
    return rows.stream().allMatch(r -> r.outcome(scenario).rule().isPresent())
        && rows.stream()
            .allMatch(
                r -> r.outcome(scenario).choice().map(WhatIfRows::name).orElse("").equals(choice));
  }

  private Report.WhatIfBatch batch(SizeRow plain, Map<String, List<SizeRow>> forced, int index) {
    Map<String, String> stays = new LinkedHashMap<>();
    for (Scenario s : Scenario.values()) {
      stays.put(s.jsonName(), plain.outcome(s).choice().map(WhatIfRows::name).orElse(""));
    }
    Map<String, Report.Range> savings = new LinkedHashMap<>();
    forced.forEach(
        (name, rows) -> {
          SizeOutcome outcome = rows.get(index).outcome(Scenario.LL128_ALLOWED);
          outcome.savingUs().ifPresent(us -> savings.put(name, ReportRows.range(us)));
        });
    return new Report.WhatIfBatch(
        plain.bytes() / bytesPerToken,
        plain.stepTime().map(t -> t.us()).orElse(Double.NaN),
        plain.own().map(o -> name(o.choice())).orElse(""),
        stays,
        savings);
  }

  static String name(Choice c) {
    return c.algorithm().ncclName() + "/" + c.protocol().ncclName();
  }
}
