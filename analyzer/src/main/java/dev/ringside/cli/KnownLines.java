package dev.ringside.cli;

import dev.ringside.trace.LineNumbers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Line numbers in files that only grow: each stretch between two findings is counted once, however
 * often a report is made.
 */
final class KnownLines implements FindingLines.Lookup {
  private final Map<String, NavigableMap<Long, Long>> bySource = new HashMap<>();

  @Override
  public Map<Long, Long> lines(String source, Set<Long> offsets) {
    NavigableMap<Long, Long> known = bySource.computeIfAbsent(source, s -> new TreeMap<>());
    TreeSet<Long> wanted = new TreeSet<>(offsets);
    wanted.removeAll(known.keySet());
    if (!wanted.isEmpty()) {
      Map.Entry<Long, Long> before = known.lowerEntry(wanted.first());
      known.putAll(
          before == null
              ? LineNumbers.of(Path.of(source), wanted)
              : LineNumbers.of(Path.of(source), wanted, before.getKey(), before.getValue()));
    }
    return known;
  }

  void forget(String source) {
    bySource.remove(source);
  }
}
