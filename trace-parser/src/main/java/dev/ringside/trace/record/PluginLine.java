package dev.ringside.trace.record;

/**
 * What NCCL or a plugin says about loading it.
 *
 * @param kind NET, TUNER, PROFILER, ENV, GIN, RMA
 * @param text the message
 */
public record PluginLine(int site, String kind, String text) implements TraceRecord {}
