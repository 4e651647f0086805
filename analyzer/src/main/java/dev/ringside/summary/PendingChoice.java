package dev.ringside.summary;

import dev.ringside.trace.record.Collective;

/** A tuning line whose call may stand in the left neighbour. */
public record PendingChoice(Collective collective, long bytes, ChoiceKey choice) {}
