package dev.ringside.calibrate;

import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.LatencyCurve;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Scatter of isolated sweeps as a part of the latency. */
final class NoisePart {
  private NoisePart() {}

  /**
   * Median of (largest less smallest sample) over their middle; where no size was measured twice,
   * median of how far a size lies from the chord of its neighbours.
   */
  static double of(Collection<LatencyCurve> curves) {
    List<Double> parts = new ArrayList<>();
    for (LatencyCurve curve : curves) {
      for (CurvePoint point : curve.points().values()) {
        if (point.samples().size() > 1) {
          parts.add((point.us().high() - point.us().low()) / point.us().mid());
        }
      }
    }
    if (parts.isEmpty()) {
      curves.forEach(curve -> chordMisses(curve, parts));
    }
    return parts.isEmpty() ? 0 : median(parts);
  }

  private static void chordMisses(LatencyCurve curve, List<Double> parts) {
    List<CurvePoint> points = List.copyOf(curve.points().values());
    for (int i = 1; i + 1 < points.size(); i++) {
      CurvePoint a = points.get(i - 1);
      CurvePoint b = points.get(i);
      CurvePoint c = points.get(i + 1);
      double w = (b.bytes() - a.bytes()) / (double) (c.bytes() - a.bytes());
      double chord = a.us().mid() * (1 - w) + c.us().mid() * w;
      parts.add(Math.abs(chord - b.us().mid()) / b.us().mid());
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
