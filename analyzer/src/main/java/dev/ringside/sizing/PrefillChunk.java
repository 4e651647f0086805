package dev.ringside.sizing;

import dev.ringside.cost.Interval;

/**
 * Smallest chunk at which AllReduces run near their best time a byte.
 *
 * @param tokens a multiple of 256
 * @param callUs one AllReduce of that size as NCCL chooses
 */
public record PrefillChunk(int tp, int tokens, long bytes, Interval callUs) {}
