package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.OptionalDouble;

/**
 * What NCCL chose for a message size, from its tuning lines.
 *
 * @param channels 0 where the lines do not say
 * @param modelUs NCCL's own estimate in microseconds, of 2.20 to 2.23
 * @param count tuning lines
 */
public record ObservedChoice(
    Algorithm algorithm, Protocol protocol, int channels, OptionalDouble modelUs, long count) {}
