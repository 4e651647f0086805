package dev.ringside.trace.record;

/**
 * How a communicator lies over nodes: {@code comm … nRanks … nNodes … localRanks …} (2.20 and
 * later).
 */
public record CommunicatorShape(
    int site, long comm, int rank, int nRanks, int nNodes, int localRanks, int localRank)
    implements TraceRecord {}
