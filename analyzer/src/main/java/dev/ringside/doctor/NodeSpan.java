package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorShape;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Whether communicators lie over several nodes, as far as the inputs show it. */
final class NodeSpan {
  private NodeSpan() {}

  static boolean spansNodes(CommunicatorGroup group, Observations seen) {
    if (group.nNodes() > 1 || group.nRanks() <= 1) {
      return group.nNodes() > 1;
    }
    if (group.nNodes() == 1) {
      return false;
    }
    Set<String> hosts = new TreeSet<>();
    group.members().forEach(m -> hosts.add(m.host()));
    hosts.remove("");
    return hosts.size() > 1 || isHalfOfMore(group, hosts.size(), seen);
  }

  private static boolean isHalfOfMore(CommunicatorGroup group, int hosts, Observations seen) {
    return hosts == 1 && wholeNodes(group, seen) == 1 && group.ranksSeen() < group.nRanks();
  }

  /**
   * How many nodes take part with all their ranks in the inputs; 0 where any of them shows less,
   * which is what an excerpt looks like. Where no line says how many ranks a node has, four devices
   * from 0 on are taken for all.
   */
  static int wholeNodes(CommunicatorGroup group, Observations seen) {
    Map<String, Set<Integer>> devices = new TreeMap<>();
    seen.traffic().communicators().stream()
        .filter(c -> c.group().equals(group.key()))
        .forEach(c -> devices.computeIfAbsent(c.id().host(), h -> new TreeSet<>()).add(c.device()));
    boolean areWhole =
        group.nNodes() > 0
            ? devices.keySet().stream().allMatch(host -> hasAllRanks(host, group))
            : devices.values().stream().allMatch(NodeSpan::isWhole);
    return areWhole && !devices.containsKey("") ? devices.size() : 0;
  }

  /** Processes that each see one GPU all call it device 0, so members are counted. */
  private static boolean hasAllRanks(String host, CommunicatorGroup group) {
    long members = group.members().stream().filter(m -> m.host().equals(host)).count();
    return members == group.nRanks() / group.nNodes();
  }

  private static boolean isWhole(Set<Integer> devices) {
    int last = devices.stream().mapToInt(d -> d).max().orElse(-1);
    return devices.size() >= 4 && devices.contains(0) && devices.size() == last + 1;
  }

  /** Ranks of the group on one node; 1 where the inputs show no more. */
  static int ranksOfNode(CommunicatorGroup group) {
    if (group.nNodes() > 0) {
      return group.nRanks() / group.nNodes();
    }
    Map<String, Integer> ofHost = new TreeMap<>();
    group.members().forEach(m -> ofHost.merge(m.host(), 1, Integer::sum));
    return ofHost.values().stream().max(Comparator.naturalOrder()).orElse(1);
  }

  /** Where the group is first spoken of. */
  static Place place(CommunicatorGroup group, Observations seen) {
    Set<String> writers = new TreeSet<>();
    group.members().forEach(m -> writers.add(m.source() + ' ' + m.host() + ' ' + m.pid()));
    Stream<Place> lines =
        Stream.concat(
            seen.all(CommunicatorShape.class).stream()
                .filter(s -> s.record().nRanks() == group.nRanks())
                .filter(s -> writers.contains(writer(s.place(), s.where())))
                .map(Sighting::place),
            seen.all(CommunicatorInit.class).stream()
                .filter(s -> s.record().nRanks() == group.nRanks())
                .filter(s -> writers.contains(writer(s.place(), s.where())))
                .map(Sighting::place));
    Stream<Place> calls =
        seen.histories().stream()
            .filter(h -> h.group().equals(group.key()))
            .map(CallHistory::place);
    return Stream.concat(lines, calls)
        .min(Comparator.naturalOrder())
        .orElse(new Place(group.members().isEmpty() ? "" : group.members().get(0).source(), -1));
  }

  private static String writer(Place place, CallSite where) {
    return place.source() + ' ' + where.host() + ' ' + where.pid();
  }
}
