package dev.ringside.trace.record;

/**
 * What a serving engine says of its configuration.
 *
 * @param engine {@code vllm} or {@code sglang}
 * @param key normalised name, such as {@code model}, {@code dtype}, {@code tensor_parallel_size}
 * @param value as printed
 */
public record EngineSetting(int site, String engine, String key, String value)
    implements TraceRecord {}
