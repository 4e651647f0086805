package dev.ringside.trace.record;

/**
 * Something that only AMD's RCCL prints; said once for each piece of a source and each sign.
 *
 * @param sign {@code globalrank}, {@code epoch-stamp}, {@code kernel-trace} or {@code version}
 */
public record RcclSign(int site, String sign) implements TraceRecord {}
