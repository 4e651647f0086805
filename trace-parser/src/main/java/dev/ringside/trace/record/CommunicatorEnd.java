package dev.ringside.trace.record;

/**
 * A communicator was destroyed or aborted.
 *
 * @param aborted whether the line says Abort
 */
public record CommunicatorEnd(int site, long comm, int rank, int nRanks, boolean aborted)
    implements TraceRecord {}
