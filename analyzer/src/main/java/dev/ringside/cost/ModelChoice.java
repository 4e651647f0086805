package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;

/**
 * What NCCL's cost model takes.
 *
 * @param modelUs its estimate in microseconds, which is no measurement
 * @param isClose whether the rounding of the printed table leaves room for another winner
 */
public record ModelChoice(
    Algorithm algorithm, Protocol protocol, double modelUs, boolean isClose) {}
