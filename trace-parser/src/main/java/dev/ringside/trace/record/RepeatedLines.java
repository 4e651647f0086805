package dev.ringside.trace.record;

/**
 * A log collector folded lines: {@code [repeated 6x across cluster]}.
 *
 * @param times how many records the marked line stands for, itself included
 */
public record RepeatedLines(long times) implements TraceRecord {}
