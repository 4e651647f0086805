package dev.ringside.trace.record;

/**
 * One status line of a running engine.
 *
 * @param phase {@code decode}, {@code prefill} or {@code mixed}; {@code aggregate} where the line
 *     is about several engines together
 * @param running requests in the batch; -1 unknown
 * @param waiting requests queued; -1 unknown
 * @param tokens new tokens of a prefill batch; -1 unknown
 * @param cudaGraph 1 replayed, 0 eager, -1 unknown
 * @param tokensPerSecond generation throughput; NaN unknown
 */
public record BatchSample(
    int site,
    String engine,
    String phase,
    int running,
    int waiting,
    long tokens,
    int cudaGraph,
    double tokensPerSecond)
    implements TraceRecord {}
