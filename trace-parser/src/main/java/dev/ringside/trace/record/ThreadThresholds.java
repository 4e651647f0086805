package dev.ringside.trace.record;

import java.util.List;

/**
 * Bytes a thread below which NCCL takes fewer channels: Tree LL/LL128/Simple, Ring LL/LL128/Simple,
 * then CollNet.
 */
public record ThreadThresholds(int site, List<Long> values) implements TraceRecord {}
