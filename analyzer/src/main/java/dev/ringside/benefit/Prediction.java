package dev.ringside.benefit;

import java.util.List;
import java.util.Optional;

/**
 * What a tuner file would change for a run.
 *
 * @param scenarios one each, in order of {@link Scenario}
 * @param rows AllReduce sizes by communicator shape, phase and size
 * @param leftOut rows outside decode whose choice differs and for which no curve was measured: no
 *     verdict speaks of them
 * @param calibrations every curve set against every communicator shape
 * @param mix how often each batch size runs; empty unknown
 */
public record Prediction(
    List<ScenarioVerdict> scenarios,
    List<SizeRow> rows,
    List<SizeRow> leftOut,
    List<CalibrationUse> calibrations,
    Optional<BatchMix> mix) {

  public Prediction {
    scenarios = List.copyOf(scenarios);
    rows = List.copyOf(rows);
    leftOut = List.copyOf(leftOut);
    calibrations = List.copyOf(calibrations);
  }

  public ScenarioVerdict scenario(Scenario scenario) {
    return scenarios.get(scenario.ordinal());
  }

  /** The verdict of a report: what NCCL allows here. */
  public ScenarioVerdict headline() {
    return scenario(Scenario.AS_ALLOWED);
  }
}
