package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorShape;
import java.util.Comparator;
import java.util.Set;
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

  /**
   * One host that takes part with all its devices from 0 on, one process each, and is not enough:
   * the other ranks have to be elsewhere.
   */
  private static boolean isHalfOfMore(CommunicatorGroup group, int hosts, Observations seen) {
    Set<Integer> devices = new TreeSet<>();
    seen.traffic().communicators().stream()
        .filter(c -> c.group().equals(group.key()))
        .forEach(c -> devices.add(c.device()));
    boolean isWhole =
        devices.size() >= 4
            && devices.contains(0)
            && devices.size() == devices.stream().mapToInt(d -> d).max().orElse(0) + 1;
    return hosts == 1 && isWhole && group.nRanks() > devices.size();
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
