package dev.ringside.trace.record;

/**
 * The library's version line.
 *
 * @param site writer; -1 for the bare form without prefix
 * @param nccl such as {@code 2.28.9}
 * @param cuda CUDA release of the build, such as {@code 13.0}; empty where not printed
 */
public record NcclVersion(int site, String nccl, String cuda) implements TraceRecord {}
