package dev.ringside.trace.record;

/**
 * What a benchmark says outside its rows: header options, devices, average, errors.
 *
 * @param key normalised, such as {@code test}, {@code nranks}, {@code gpu}, {@code avg_busbw},
 *     {@code wrong_total}, {@code graph}, {@code nccl}, {@code env.NCCL_PROTO}
 */
public record BenchmarkNote(String key, String value) implements TraceRecord {}
