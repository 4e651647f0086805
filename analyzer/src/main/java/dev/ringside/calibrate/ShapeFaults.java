package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import java.util.ArrayList;
import java.util.List;

/** Finds sizes at which NCCL's own choice is visibly wrong, without any other curve. */
public final class ShapeFaults {
  /** A size counts as slower than its double from this ratio and this difference on. */
  private static final double SLOWER_RATIO = 1.10;

  private static final double SLOWER_US = 2;

  /** More than twice the time for twice the data, with room for noise. */
  private static final double JUMP_RATIO = 2.2;

  private ShapeFaults() {}

  /** Faults of the default curves of an isolated set, by curve and size. */
  public static List<ShapeFault> of(CurveSet set) {
    List<ShapeFault> faults = new ArrayList<>();
    if (set.basis() != CurveBasis.STEP) {
      set.keys().stream()
          .filter(k -> k.choice().isDefault())
          .flatMap(k -> set.curve(k).stream())
          .forEach(curve -> faults(curve, faults));
    }
    return faults;
  }

  private static void faults(LatencyCurve curve, List<ShapeFault> faults) {
    for (CurvePoint point : curve.points().values()) {
      CurvePoint twice = curve.points().get(2 * point.bytes());
      if (twice == null) {
        continue;
      }
      double us = point.us().mid();
      double doubleUs = twice.us().mid();
      if (us >= SLOWER_RATIO * doubleUs && us - doubleUs >= SLOWER_US) {
        faults.add(
            new ShapeFault(
                curve.key(), ShapeFault.Kind.SLOWER_THAN_DOUBLE, point.bytes(), us, doubleUs));
      } else if (doubleUs > JUMP_RATIO * us) {
        faults.add(new ShapeFault(curve.key(), ShapeFault.Kind.JUMP, point.bytes(), us, doubleUs));
      }
    }
  }
}
