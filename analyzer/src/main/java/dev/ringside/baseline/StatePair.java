package dev.ringside.baseline;

import java.util.List;

/**
 * Two states side by side.
 *
 * @param predicted what a report foretold of the change; empty where none was given
 */
public record StatePair(
    String before,
    String after,
    List<Comparison> comparisons,
    List<Difference> differences,
    List<EngineChange> engineChanges,
    List<PredictedSaving> predicted) {

  public StatePair {
    comparisons = List.copyOf(comparisons);
    differences = List.copyOf(differences);
    engineChanges = List.copyOf(engineChanges);
    predicted = List.copyOf(predicted);
  }

  public String title() {
    return before + " to " + after;
  }
}
