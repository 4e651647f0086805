package dev.ringside.trace.record;

/** Tree neighbours of one rank, as printed: {@code Trees [0] …} or {@code Tree 0 : …}. */
public record TreeLinks(int site, String text) implements TraceRecord {}
