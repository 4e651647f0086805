package dev.ringside.trace.record;

import java.util.List;

/**
 * Order of the ranks in one ring: {@code Channel 00/02 : 0 1}.
 *
 * @param truncated whether NCCL cut the list
 */
public record RingOrder(
    int site, int channel, int nChannels, List<Integer> ranks, boolean truncated)
    implements TraceRecord {}
