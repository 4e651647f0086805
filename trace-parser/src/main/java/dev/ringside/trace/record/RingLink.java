package dev.ringside.trace.record;

/** Neighbours of one rank in one ring: {@code Ring 00 : 1 -> 0 -> 1}. */
public record RingLink(int site, int channel, int prev, int rank, int next)
    implements TraceRecord {}
