package dev.ringside.doctor;

import dev.ringside.trace.record.HostLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Counters of one adapter in two snapshots of {@code ethtool -S}.
 *
 * @param later where the second snapshot begins
 */
record NicCounters(Map<String, Long> before, Map<String, Long> after, Place later) {

  /**
   * Pairs of snapshots of the same adapter: {@code ethtool} does not print its name, so the n-th of
   * one file belongs to the n-th of the next, and in one file those of the first half to those of
   * the second.
   */
  static List<NicCounters> of(Observations seen) {
    Map<String, List<HostDevice>> bySource = new LinkedHashMap<>();
    for (HostDevice d : HostDevice.of(seen, "ethtool")) {
      bySource.computeIfAbsent(d.place().source(), k -> new ArrayList<>()).add(d);
    }
    List<List<HostDevice>> sources = List.copyOf(bySource.values());
    List<NicCounters> out = new ArrayList<>();
    if (sources.size() == 1) {
      List<HostDevice> all = sources.get(0);
      int half = all.size() / 2;
      pair(all.subList(0, half), all.subList(half, all.size()), out);
    }
    for (int i = 0; i + 1 < sources.size(); i++) {
      pair(sources.get(i), sources.get(i + 1), out);
    }
    return out;
  }

  private static void pair(List<HostDevice> a, List<HostDevice> b, List<NicCounters> out) {
    if (a.size() == b.size()) {
      for (int i = 0; i < a.size(); i++) {
        out.add(new NicCounters(counters(a.get(i)), counters(b.get(i)), b.get(i).place()));
      }
    }
  }

  private static Map<String, Long> counters(HostDevice d) {
    Map<String, Long> out = new TreeMap<>();
    for (Sighting<HostLine> s : d.lines()) {
      if (s.record().value().matches("\\d{1,18}")) {
        out.put(s.record().name(), Long.parseLong(s.record().value()));
      }
    }
    return out;
  }

  /** Counters whose name fits and that have grown, with by how much. */
  Map<String, Long> grown(Pattern name) {
    Map<String, Long> out = new TreeMap<>();
    after.forEach(
        (counter, value) -> {
          long by = value - before.getOrDefault(counter, value);
          if (by > 0 && name.matcher(counter).matches()) {
            out.put(counter, by);
          }
        });
    return out;
  }
}
