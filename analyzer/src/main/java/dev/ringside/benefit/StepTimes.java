package dev.ringside.benefit;

import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Phase;
import java.util.Optional;
import java.util.OptionalDouble;

/** How long a step takes under NCCL's own choice: from the run's engine, else from a step sweep. */
final class StepTimes {

  private final Optional<EngineMix> engine;
  private final Optional<Figure> bytesPerToken;

  StepTimes(Optional<EngineMix> engine, Optional<Figure> bytesPerToken) {
    this.engine = engine;
    this.bytesPerToken = bytesPerToken;
  }

  Optional<StepTime> of(MessageRow row, Optional<Choice> own, Curves curves) {
    if (row.phase().isPresent() && row.phase().get() != Phase.DECODE) {
      return Optional.empty();
    }
    OptionalDouble ofRun =
        row.batch().isPresent() && engine.isPresent()
            ? engine.get().stepUs(row.batch().get().value())
            : OptionalDouble.empty();
    if (ofRun.isPresent()) {
      return Optional.of(StepTime.ofEngine(ofRun.getAsDouble()));
    }
    Optional<Figure> calls = row.callsPerPass().filter(c -> !c.isUpperBound());
    if (own.isEmpty() || calls.isEmpty() || bytesPerToken.isEmpty()) {
      return Optional.empty();
    }
    return curves
        .stepUs(own.get(), row.bytes(), bytesPerToken.get().value(), calls.get().value())
        .map(StepTime::ofSweep);
  }
}
