package dev.ringside.trace.record;

/**
 * Something that only AMD's RCCL prints; said once for each piece of a source and each sign.
 *
 * @param sign {@code globalrank}, {@code epoch-stamp}, {@code kernel-trace}, {@code version},
 *     {@code word} for RCCL, ROCm or XGMI in a message, or {@code platform} where an engine names
 *     it
 */
public record RcclSign(int site, String sign) implements TraceRecord {}
