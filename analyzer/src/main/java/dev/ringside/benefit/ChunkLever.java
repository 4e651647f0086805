package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.NearBestChunk;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.Figure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Prompts cut so short that the AllReduces of a prefill pass pay more for their start than for
 * their bytes, by latencies of NCCL's own choice on this host.
 */
final class ChunkLever {

  private final PredictionInput input;
  private final Prediction prediction;

  ChunkLever(PredictionInput input, Prediction prediction) {
    this.input = input;
    this.prediction = prediction;
  }

  /** Empty unless an engine says where it cuts, and the curves reach that far. */
  Optional<Lever> lever() {
    long bytesPerToken = input.traffic().bytesPerToken().map(Figure::value).orElse(0L);
    if (bytesPerToken == 0) {
      return Optional.empty();
    }
    return input.traffic().engines().stream()
        .flatMap(e -> lever(e, bytesPerToken).stream())
        .findFirst();
  }

  private Optional<Lever> lever(EngineFacts engine, long bytesPerToken) {
    String setting =
        engine.name().equals("sglang") ? "chunked_prefill_size" : "max_num_batched_tokens";
    String value = engine.settings().getOrDefault(setting, "");
    if (!value.matches("[1-9]\\d{0,8}")) {
      return Optional.empty();
    }
    long tokens = Long.parseLong(value);
    for (CalibrationUse use : usable(engine.settings().getOrDefault("tensor_parallel_size", ""))) {
      Optional<Lever> lever =
          own(use).flatMap(c -> lever(c, use.curves().basis(), setting, tokens, bytesPerToken));
      if (lever.isPresent()) {
        return lever;
      }
    }
    return Optional.empty();
  }

  /** Of this host, since steps hold no prefill and published curves are of another. */
  private List<CalibrationUse> usable(String tensorParallel) {
    return prediction.calibrations().stream()
        .filter(u -> u.match().isUsable() && u.curves().basis() == CurveBasis.ISOLATED)
        .filter(u -> tensorParallel.isEmpty() || tensorParallel.equals("" + u.nRanks()))
        .toList();
  }

  private static Optional<LatencyCurve> own(CalibrationUse use) {
    return use.curves()
        .curve(new CurveKey(use.nRanks(), Math.max(1, use.nNodes()), CurveChoice.ncclDefault()));
  }

  private static Optional<Lever> lever(
      LatencyCurve curve, CurveBasis basis, String setting, long tokens, long bytesPerToken) {
    Optional<Interval> now = curve.at(tokens * bytesPerToken);
    Optional<NearBestChunk> better = NearBestChunk.of(curve, bytesPerToken);
    if (now.isEmpty() || better.isEmpty() || better.get().tokens() <= tokens) {
      return Optional.empty();
    }
    double error = CurveSet.ISOLATED_SYSTEMATIC_US;
    Interval before = now.get().widenedBy(error).times(1.0 / tokens);
    Interval after = better.get().callUs().widenedBy(error).times(1.0 / better.get().tokens());
    boolean isSure = before.low() > after.high();
    if (!isSure || before.mid() < NearBestChunk.NEAR_BEST * after.mid()) {
      return Optional.empty();
    }
    return Optional.of(
        new Lever(
            Lever.Code.PREFILL_CHUNK,
            String.format(
                Locale.ROOT,
                "an AllReduce takes %.3f us a prompt token in passes of %d tokens, %.3f us from %d"
                    + " tokens on; longer passes delay the decode steps between them",
                before.mid(),
                tokens,
                after.mid(),
                better.get().tokens()),
            setting + " is " + tokens,
            "--" + setting.replace('_', '-') + " " + better.get().tokens(),
            Optional.of(basis),
            Optional.empty()));
  }
}
