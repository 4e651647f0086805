package dev.ringside.trace.record;

/**
 * One row of the communicator table of an {@code ncclras} report.
 *
 * @param nodes nodes of a communicator
 * @param ranks ranks of a communicator
 * @param status such as RUNNING
 * @param errors such as MISMATCH or OK
 */
public record RasCommunicators(
    int group, int communicators, int nodes, int ranks, String status, String errors)
    implements TraceRecord {}
