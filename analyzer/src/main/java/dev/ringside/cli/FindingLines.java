package dev.ringside.cli;

import dev.ringside.doctor.Finding;
import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.Report;
import dev.ringside.trace.LineNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gives findings the line numbers of their evidence, by reading the files once more. */
final class FindingLines {
  /** Gives the lines of one source by offset. */
  @FunctionalInterface
  interface Lookup {
    Map<Long, Long> lines(String source, Set<Long> offsets);
  }

  private FindingLines() {}

  /**
   * Reads the file each time, where it lies within the inputs: a summary that was made elsewhere
   * may name any file.
   */
  static Lookup in(List<Path> inputs) {
    return (source, offsets) ->
        isWithin(source, inputs) ? LineNumbers.of(Path.of(source), offsets) : Map.of();
  }

  private static boolean isWithin(String source, List<Path> inputs) {
    try {
      Path real = Path.of(source).toRealPath();
      for (Path input : inputs) {
        if (Files.exists(input) && real.startsWith(input.toRealPath())) {
          return true;
        }
      }
      return false;
    } catch (IOException | InvalidPathException e) {
      return false; // no file of this machine
    }
  }

  /** In the same order. Evidence on standard input has no line. */
  static List<LocatedFinding> of(List<Finding> findings, Lookup lookup) {
    Map<String, Set<Long>> offsets = new TreeMap<>();
    for (Finding f : findings) {
      if (!f.place().source().isEmpty()) {
        offsets.computeIfAbsent(f.place().source(), k -> new TreeSet<>()).add(f.place().offset());
      }
    }
    Map<String, Map<Long, Long>> lines = new HashMap<>();
    offsets.forEach((source, wanted) -> lines.put(source, lookup.lines(source, wanted)));
    return findings.stream()
        .map(
            f ->
                new LocatedFinding(
                    f,
                    lines
                        .getOrDefault(f.place().source(), Map.of())
                        .getOrDefault(f.place().offset(), -1L)))
        .toList();
  }

  /** As reports show them. */
  static List<Report.Finding> forReport(List<Finding> findings, Lookup lookup) {
    return of(findings, lookup).stream()
        .map(
            l ->
                new Report.Finding(
                    l.finding().code(),
                    l.finding().severity().jsonName(),
                    l.finding().place().source(),
                    l.line(),
                    l.finding().text(),
                    l.finding().remedy()))
        .toList();
  }
}
