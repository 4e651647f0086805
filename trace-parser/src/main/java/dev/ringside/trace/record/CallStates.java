package dev.ringside.trace.record;

/**
 * How many calls of one operation a flight recorder saw complete.
 *
 * @param pending issued, and neither complete nor retired when the dump was written
 */
public record CallStates(int site, Collective op, long completed, long pending)
    implements TraceRecord {}
