package dev.ringside.trace.record;

/**
 * Channels of a communicator: {@code N coll channels, …}.
 *
 * @param nvls -1 where not printed
 * @param p2p -1 where not printed
 */
public record ChannelCounts(int site, int coll, int nvls, int p2p) implements TraceRecord {}
