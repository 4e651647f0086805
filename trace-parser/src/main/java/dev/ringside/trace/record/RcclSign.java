package dev.ringside.trace.record;

/**
 * Something that only AMD's RCCL prints; each sign is said once or more for a piece of a source.
 *
 * @param sign {@code globalrank}, {@code epoch-stamp}, {@code kernel-trace}, {@code version},
 *     {@code word} for RCCL, ROCm or XGMI in a message, or {@code platform} where an engine names
 *     it
 */
public record RcclSign(int site, String sign) implements TraceRecord {}
