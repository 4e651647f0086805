package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.TuningChoice;

/** A tuning line whose call may stand in the left neighbour. */
public record PendingChoice(Collective collective, long bytes, ChoiceKey choice) {
  static PendingChoice of(TuningChoice c) {
    return new PendingChoice(
        c.op(), c.bytes(), new ChoiceKey(c.algorithm(), c.protocol(), c.channels(), c.modelUs()));
  }
}
