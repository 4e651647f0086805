package dev.ringside.trace.record;

/** One line of the topology dump, indentation kept; assembled when a summary is read. */
public record TopologyLine(int site, String text) implements TraceRecord {}
