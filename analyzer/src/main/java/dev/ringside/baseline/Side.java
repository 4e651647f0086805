package dev.ringside.baseline;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One state of a machine: everything measured in it and what is known of it.
 *
 * @param label how it is named in the output
 * @param choices NCCL's own AllReduce choices by bytes, each with how often tuning lines say it
 * @param nodeNicGBs sum of the rates of a node's network devices as NCCL sees them; NaN unknown
 * @param curveFaults sizes at which NCCL's own choice shows by itself that a better one exists
 */
public record Side(
    String label,
    List<Measurement> measurements,
    List<EngineRun> engineRuns,
    FactTable facts,
    SortedMap<Long, Map<String, Long>> choices,
    double nodeNicGBs,
    List<CurveFault> curveFaults) {

  public Side {
    measurements = List.copyOf(measurements);
    engineRuns = List.copyOf(engineRuns);
    curveFaults = List.copyOf(curveFaults);
    choices = Collections.unmodifiableSortedMap(new TreeMap<>(choices));
  }

  /**
   * Choice that most tuning lines show for a size, such as {@code Tree/Simple}; between two sizes
   * of one choice that choice.
   */
  public Optional<String> choice(long bytes) {
    if (choices.containsKey(bytes)) {
      return most(choices.get(bytes));
    }
    SortedMap<Long, Map<String, Long>> smaller = choices.headMap(bytes);
    SortedMap<Long, Map<String, Long>> larger = choices.tailMap(bytes);
    if (smaller.isEmpty() || larger.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> below = most(smaller.get(smaller.lastKey()));
    return below.equals(most(larger.get(larger.firstKey()))) ? below : Optional.empty();
  }

  private static Optional<String> most(Map<String, Long> counts) {
    return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** The same state under another name. */
  public Side as(String name) {
    return new Side(name, measurements, engineRuns, facts, choices, nodeNicGBs, curveFaults);
  }

  public boolean isEmpty() {
    return measurements.isEmpty() && engineRuns.isEmpty();
  }
}
