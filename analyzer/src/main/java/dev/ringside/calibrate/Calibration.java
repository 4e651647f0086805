package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What sweeps of one host say: zones for each communicator size that has at least two measured
 * choices, and shape faults of the default curves.
 *
 * <pre>{@code
 * Calibration calibration = Calibration.of(sweeps.curves());
 * calibration.tunerFile("tuner.csv").write(out, List.of());
 * }</pre>
 *
 * @param otherHosts sets that the zones leave out, as their GPU or transport differs from that of
 *     the best set
 */
public record Calibration(
    List<ZonePlan> plans, List<ShapeFault> faults, List<CurveSet> otherHosts) {
  public Calibration {
    plans = List.copyOf(plans);
    faults = List.copyOf(faults);
    otherHosts = List.copyOf(otherHosts);
  }

  /**
   * Zones of one host, that of the first set of the best basis with a pinned choice; where several
   * sets of it measured a size the best basis speaks. Faults of all hosts.
   */
  public static Calibration of(List<CurveSet> sets) {
    List<CurveSet> all = sets.stream().sorted(Comparator.comparing(CurveSet::basis)).toList();
    List<CurveSet> ordered = ofOneHost(all);
    TreeSet<CurveKey> shapes = new TreeSet<>();
    for (CurveSet set : ordered) {
      set.keys()
          .forEach(
              k -> shapes.add(new CurveKey(k.nRanks(), k.nNodes(), CurveChoice.ncclDefault())));
    }
    List<ZonePlan> plans = new ArrayList<>();
    for (CurveKey shape : shapes) {
      CostGrid grid = CostGrid.of(ordered, shape.nRanks(), shape.nNodes());
      if (!grid.sizes().isEmpty()) {
        plans.add(plan(ordered, shape, grid));
      }
    }
    List<ShapeFault> faults = new ArrayList<>();
    all.forEach(set -> faults.addAll(ShapeFaults.of(set)));
    List<CurveSet> others = new ArrayList<>(all);
    others.removeAll(ordered);
    return new Calibration(plans, faults, others);
  }

  private static List<CurveSet> ofOneHost(List<CurveSet> sets) {
    Optional<CurveSet> lead =
        sets.stream()
            .filter(s -> s.keys().stream().anyMatch(k -> k.choice().isPinned()))
            .findFirst();
    return sets.stream()
        .filter(s -> lead.isEmpty() || s.host().match(lead.get().host()).isUsable())
        .toList();
  }

  private static ZonePlan plan(List<CurveSet> sets, CurveKey shape, CostGrid grid) {
    List<Crossover> crossovers = new ArrayList<>();
    List<Zone> zones = new ZoneSearch(grid, choice -> true).zones(crossovers);
    List<Zone> base = new ZoneSearch(grid, choice -> !isLl128(choice)).zones(crossovers);
    CurveSet first =
        sets.stream()
            .filter(
                s ->
                    s.keys().stream()
                        .anyMatch(
                            k ->
                                k.nRanks() == shape.nRanks()
                                    && k.nNodes() == shape.nNodes()
                                    && k.choice().isPinned()))
            .findFirst()
            .orElseThrow();
    return new ZonePlan(
        shape.nRanks(),
        shape.nNodes(),
        first.basis(),
        zones,
        base,
        crossovers.stream().distinct().toList());
  }

  /**
   * The zones as a tuner file: LL128 rules in front, then the best choices without LL128, so that
   * one file is right where NCCL allows LL128 and where it does not. Sizes where NCCL's own choice
   * beats everything measured, and sizes that were not measured, have no rule.
   */
  public TunerFile tunerFile(String name) {
    List<TunerRule> rules = new ArrayList<>();
    for (ZonePlan plan : plans) {
      plan.zones().stream()
          .filter(zone -> isLl128(zone.choice()))
          .forEach(zone -> rules.add(rule(plan, zone, rules.size() + 1)));
    }
    for (ZonePlan plan : plans) {
      plan.base().stream()
          .filter(zone -> zone.choice().isPinned())
          .forEach(zone -> rules.add(rule(plan, zone, rules.size() + 1)));
    }
    return new TunerFile(name, rules);
  }

  private static TunerRule rule(ZonePlan plan, Zone zone, int line) {
    return new TunerRule(
        line,
        Collective.ALL_REDUCE,
        zone.minBytes(),
        zone.maxBytes(),
        zone.choice().algorithm().orElseThrow(),
        zone.choice().protocol().orElseThrow(),
        Math.max(0, zone.choice().channels()),
        plan.nNodes(),
        plan.nRanks(),
        TunerRule.ANY,
        TunerRule.ANY);
  }

  private static boolean isLl128(CurveChoice choice) {
    return choice.protocol().filter(p -> p == Protocol.LL128).isPresent();
  }
}
