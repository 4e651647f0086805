package dev.ringside.tuner;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * A tuner file as one communicator sees it: for each collective the sizes cut into zones, each with
 * the rules that may decide there, in file order.
 *
 * <p>Which of them does depends on what NCCL forbids at run time: the first one that matches the
 * call and whose table entry is allowed. No rule, no change: NCCL's own choice stays.
 */
public final class ZoneMap {

  /** Rules that may decide at one size, as many as the plugin keeps (plugin-native/src/zones.h). */
  static final int MAX_CANDIDATES = 64;

  private final int nRanks;
  private final int nNodes;
  private final Map<Collective, NavigableMap<Long, List<TunerRule>>> zones;

  private ZoneMap(
      int nRanks, int nNodes, Map<Collective, NavigableMap<Long, List<TunerRule>>> zones) {
    this.nRanks = nRanks;
    this.nNodes = nNodes;
    this.zones = zones;
  }

  /**
   * The rules of a file that fit a communicator.
   *
   * @throws IllegalArgumentException where more rules may decide at one size than the plugin keeps,
   *     which then follows none
   */
  public static ZoneMap of(TunerFile file, int nRanks, int nNodes) {
    Map<Collective, List<TunerRule>> fitting =
        file.rules().stream()
            .filter(r -> r.matchesCommunicator(nRanks, nNodes))
            .collect(Collectors.groupingBy(TunerRule::collective));
    Map<Collective, NavigableMap<Long, List<TunerRule>>> zones =
        fitting.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> cut(file.name(), e.getValue())));
    return new ZoneMap(nRanks, nNodes, zones);
  }

  private static NavigableMap<Long, List<TunerRule>> cut(String name, List<TunerRule> rules) {
    NavigableMap<Long, List<TunerRule>> zones = new TreeMap<>();
    zones.put(0L, new ArrayList<>());
    for (TunerRule r : rules) {
      zones.put(r.minBytes(), new ArrayList<>());
      if (r.maxBytes() < Long.MAX_VALUE) {
        zones.put(r.maxBytes() + 1, new ArrayList<>());
      }
    }
    for (TunerRule r : rules) {
      zones.subMap(r.minBytes(), true, r.maxBytes(), true).values().forEach(z -> add(name, z, r));
    }
    return zones;
  }

  /** A rule behind one that has the same entry and is at least as wide never decides. */
  private static void add(String name, List<TunerRule> zone, TunerRule rule) {
    boolean shadowed =
        zone.stream()
            .anyMatch(
                z ->
                    z.algorithm() == rule.algorithm()
                        && z.protocol() == rule.protocol()
                        && (z.numPipeOps() == TunerRule.ANY || z.numPipeOps() == rule.numPipeOps())
                        && (z.regBuff() == TunerRule.ANY || z.regBuff() == rule.regBuff()));
    if (shadowed) {
      return;
    }
    if (zone.size() == MAX_CANDIDATES) {
      throw new IllegalArgumentException(
          name + ": more than " + MAX_CANDIDATES + " rules for one size");
    }
    zone.add(rule);
  }

  /**
   * The rule that decides a call.
   *
   * @param usable whether NCCL leaves an entry of its table open; a rule for another is passed over
   * @throws IllegalArgumentException for a call of another communicator shape
   */
  public Optional<TunerRule> firstUsable(TunerCall call, BiPredicate<Algorithm, Protocol> usable) {
    if (call.nRanks() != nRanks || call.nNodes() != nNodes) {
      throw new IllegalArgumentException(
          "zones of " + nRanks + " ranks on " + nNodes + " nodes asked for " + call);
    }
    NavigableMap<Long, List<TunerRule>> of = zones.get(call.collective());
    if (of == null) {
      return Optional.empty();
    }
    return of.floorEntry(call.bytes()).getValue().stream()
        .filter(r -> r.matches(call) && usable.test(r.algorithm(), r.protocol()))
        .findFirst();
  }

  /** Where a zone of the collective begins, ascending from 0; empty without any rule for it. */
  public List<Long> starts(Collective collective) {
    return List.copyOf(zones.getOrDefault(collective, new TreeMap<>()).keySet());
  }
}
