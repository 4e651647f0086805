package dev.ringside.trace.record;

/**
 * A symmetric-memory kernel took a call: no classic protocol, and no tuner is asked.
 *
 * @param kernel such as {@code AllReduce_AGxLL_R}
 */
public record SymmetricChoice(int site, Collective op, long bytes, String kernel, int channels)
    implements TraceRecord {}
