package dev.ringside.benefit;

import dev.ringside.cost.CurveSet;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Traffic;
import dev.ringside.tuner.TunerFile;
import java.util.List;
import java.util.Optional;

/**
 * What a prediction rests on.
 *
 * @param tuner the file to judge; without one nothing can be told
 * @param curves measured curves; the better basis is asked first, whatever the order
 * @param published a published host whose figures stand in where nothing was measured
 * @param mix how often each batch size runs; without one the engine's samples say it, where the
 *     traffic has them
 */
public record PredictionInput(
    Traffic traffic,
    Optional<TunerFile> tuner,
    List<CurveSet> curves,
    Optional<PublishedProfile> published,
    Optional<BatchMix> mix) {

  public PredictionInput {
    curves = List.copyOf(curves);
  }
}
