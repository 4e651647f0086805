package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * One cell of the cost table that NCCL prints at creation, rounded to a tenth as printed.
 *
 * @param latencyUs microseconds
 * @param bandwidthGBs algorithm bandwidth (size / time) in 10⁹ bytes a second; 0 where NCCL forbids
 *     the entry
 */
public record CostEntry(
    Collective collective,
    Algorithm algorithm,
    Protocol protocol,
    double latencyUs,
    double bandwidthGBs) {}
