package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;

/** Threads a block at most, from the {@code Max NThreads} line of the cost table. */
public record MaxThreads(Algorithm algorithm, Protocol protocol, int threads) {}
