package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Groups of GPUs in which every pair has NVLink. */
final class NvlinkIslands {
  private static final int SIZE = 4;
  private static final int MOST_GPUS = 16;

  private NvlinkIslands() {}

  /** Every fully linked group of four; empty where there is none or the host is too large. */
  static Set<Set<String>> ofFour(List<TopologyMatrix.Link> links) {
    Map<String, Set<String>> neighbours = new TreeMap<>();
    links.stream()
        .filter(TopologyMatrix.Link::isNvlink)
        .forEach(l -> neighbours.computeIfAbsent(l.from(), k -> new TreeSet<>()).add(l.to()));
    Set<Set<String>> out = new LinkedHashSet<>();
    if (neighbours.size() <= MOST_GPUS) {
      grow(new ArrayList<>(), new ArrayList<>(neighbours.keySet()), neighbours, out);
    }
    return out;
  }

  private static void grow(
      List<String> chosen,
      List<String> candidates,
      Map<String, Set<String>> neighbours,
      Set<Set<String>> out) {
    if (chosen.size() == SIZE) {
      out.add(new TreeSet<>(chosen));
      return;
    }
    for (int i = 0; i < candidates.size(); i++) {
      String one = candidates.get(i);
      List<String> next = new ArrayList<>(chosen);
      next.add(one);
      List<String> rest =
          candidates.subList(i + 1, candidates.size()).stream()
              .filter(neighbours.get(one)::contains)
              .toList();
      grow(next, rest, neighbours, out);
    }
  }

  static String show(Set<Set<String>> islands) {
    return islands.stream()
        .map(g -> String.join(" ", g))
        .map(g -> "{" + g.replace("GPU", "").replace(' ', ',') + "}")
        .collect(Collectors.joining(" "));
  }
}
