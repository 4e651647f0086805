package dev.ringside.sizing;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.NearBestChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the default curve of one tensor-parallel size says about batch and chunk sizes. */
final class Advice {
  /** Noise that a time may gain and still count as no longer. */
  private static final double NO_LONGER = 1.005;

  /** Rise over the measured size before that makes a plateau behind it a cliff. */
  private static final double STEP_UP = 1.05;

  /** How much larger a batch must be to be worth the name. */
  private static final double LARGER = 1.10;

  /** Rise of the time a token that counts as a cliff, about what single runs scatter by. */
  private static final double RISE = 1.10;

  private final ModelShape shape;
  private final List<CurveSet> curves;
  private final int tp;
  private final int largestBatch;

  Advice(ModelShape shape, List<CurveSet> curves, int tp, int largestBatch) {
    this.shape = shape;
    this.curves = curves;
    this.tp = tp;
    this.largestBatch = largestBatch;
  }

  /** Batches to avoid, ascending. */
  List<Cliff> cliffs() {
    Optional<CurveSet> set = curves.stream().filter(s -> own(s).isPresent()).findFirst();
    List<Cliff> cliffs = new ArrayList<>();
    set.ifPresent(
        s -> {
          boolean step = s.basis() == CurveBasis.STEP;
          // Steps of another shape hold other kernels: their times say nothing of this one's.
          if (!step || s.stepShape(tp, 1).filter(x -> isShape(x.bytesPerToken())).isPresent()) {
            cliffs(List.copyOf(own(s).orElseThrow().points().values()), !step, cliffs);
          }
        });
    return cliffs;
  }

  private boolean isShape(long bytesPerToken) {
    return bytesPerToken == shape.bytesPerToken();
  }

  private void cliffs(List<CurvePoint> points, boolean calls, List<Cliff> cliffs) {
    for (int i = 0; i < points.size(); i++) {
      CurvePoint point = points.get(i);
      int batch = batch(point);
      if (batch < 1 || batch > largestBatch) {
        continue;
      }
      Optional<CurvePoint> free = largerForFree(points, i);
      if (free.isPresent()) {
        cliffs.add(cliff(point, Cliff.Kind.LARGER_IS_FREE, free.get()));
      } else if (calls
          && i > 0
          && batch(points.get(i - 1)) >= 1
          && rises(points.get(i - 1), point)) {
        cliffs.add(cliff(point, Cliff.Kind.TIME_A_TOKEN_RISES, points.get(i - 1)));
      }
    }
  }

  private static Optional<CurvePoint> largerForFree(List<CurvePoint> points, int i) {
    CurvePoint point = points.get(i);
    Optional<CurvePoint> free = Optional.empty();
    if (i == 0 || point.us().mid() < STEP_UP * points.get(i - 1).us().mid()) {
      return free; // flat before as well: small messages all take about as long
    }
    for (CurvePoint larger : points.subList(i + 1, points.size())) {
      if (larger.bytes() >= LARGER * point.bytes()
          && larger.us().mid() <= NO_LONGER * point.us().mid()) {
        free = Optional.of(larger);
      }
    }
    return free;
  }

  private static boolean rises(CurvePoint before, CurvePoint point) {
    return point.us().mid() / point.bytes() >= RISE * before.us().mid() / before.bytes();
  }

  private Cliff cliff(CurvePoint point, Cliff.Kind kind, CurvePoint other) {
    return new Cliff(tp, batch(point), kind, batch(other), point.us().mid(), other.us().mid());
  }

  private int batch(CurvePoint point) {
    return (int) Math.min(Integer.MAX_VALUE, point.bytes() / shape.bytesPerToken());
  }

  /** From latencies of single calls; steps hold no prefill. */
  Optional<PrefillChunk> prefillChunk() {
    return curves.stream()
        .filter(s -> s.basis() != CurveBasis.STEP)
        .flatMap(s -> own(s).stream())
        .findFirst()
        .flatMap(c -> NearBestChunk.of(c, shape.bytesPerToken()))
        .map(c -> new PrefillChunk(tp, c.tokens(), c.bytes(), c.callUs()));
  }

  private Optional<LatencyCurve> own(CurveSet set) {
    return set.curve(new CurveKey(tp, 1, CurveChoice.ncclDefault()));
  }
}
