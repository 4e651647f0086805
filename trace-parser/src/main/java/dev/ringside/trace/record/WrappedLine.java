package dev.ringside.trace.record;

/**
 * Half of a call record that a terminal or collector wrapped, at the edge of a piece. Where both
 * halves lie in one piece the reader joins them itself; {@code
 * dev.ringside.trace.nccl.WrappedCalls} joins a head at the end of one piece with a tail at the
 * begin of the next.
 *
 * @param site writer of the head; -1 for a tail, which names none
 * @param head whether this is the front part
 * @param text the line, without anything that stood in front of the record
 */
public record WrappedLine(int site, boolean head, String text) implements TraceRecord {}
