package dev.ringside.trace.record;

/**
 * A piece of a table row that other writers tore apart. The row is the pieces in order, from one
 * that begins with size, count and type to the one that completes both halves.
 *
 * @param text words of the piece, separated by single blanks
 */
public record BenchmarkRowPart(String text) implements TraceRecord {}
