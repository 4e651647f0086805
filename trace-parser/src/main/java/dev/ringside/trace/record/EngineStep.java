package dev.ringside.trace.record;

/**
 * One step of an engine that logs every step. Tokens are those scheduled, before padding.
 *
 * @param contextRequests requests in prefill
 * @param generationRequests requests in decode
 * @param generationTokens their tokens, speculative ones included
 * @param us duration of the step; NaN unknown
 */
public record EngineStep(
    int site,
    String engine,
    int contextRequests,
    long contextTokens,
    int generationRequests,
    long generationTokens,
    double us)
    implements TraceRecord {}
