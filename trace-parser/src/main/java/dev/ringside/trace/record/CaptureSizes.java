package dev.ringside.trace.record;

import java.util.List;

/**
 * Batch sizes that an engine captures CUDA graphs for, in declared order.
 *
 * @param mode such as {@code full}, {@code piecewise}; empty where not said
 */
public record CaptureSizes(int site, String engine, String mode, List<Integer> sizes)
    implements TraceRecord {}
