package dev.ringside.sizing;

import dev.ringside.cost.CurveChoice;
import java.util.Optional;

/**
 * A zone of the tuner file in batch units.
 *
 * @param isLl128Allowed whether it holds where LL128 is allowed, else where it is forbidden
 * @param choice empty where no rule speaks and NCCL's own choice stays
 * @param toBytes inclusive; {@link Long#MAX_VALUE} without an end
 * @param firstBatch smallest batch in it
 * @param lastBatch largest one; {@link Long#MAX_VALUE} without an end
 */
public record ZoneStart(
    int tp,
    boolean isLl128Allowed,
    Optional<CurveChoice> choice,
    long fromBytes,
    long toBytes,
    long firstBatch,
    long lastBatch) {}
