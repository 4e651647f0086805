package dev.ringside.trace.record;

/**
 * One row of vLLM's CUDA-graph statistics: how often a step of so many tokens ran in one interval.
 *
 * @param tokens scheduled tokens of the step
 * @param padded tokens it was padded to: what the all-reduces carry
 * @param mode FULL, PIECEWISE or NONE
 * @param count steps in the interval
 */
public record PaddedBatch(
    int site, String engine, long tokens, long padded, String mode, long count)
    implements TraceRecord {}
