package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.MeasuredHost;
import java.util.List;

/**
 * AllReduce latencies of one choice in one file.
 *
 * @param file as named on input
 * @param elementType NCCL's or nccl-tests' word; empty where the file does not say
 */
public record Sweep(
    String file,
    CurveBasis basis,
    MeasuredHost host,
    Launch launch,
    String elementType,
    CurveKey key,
    ChoiceEvidence choiceFrom,
    List<CurvePoint> points) {
  public Sweep {
    points = List.copyOf(points);
  }
}
