package dev.ringside.trace.record;

/**
 * Whether an all-reduce of the engine itself is in use.
 *
 * @param backend such as {@code custom}, {@code flashinfer}, {@code symm_mem}, {@code pynccl}
 * @param active whether it takes part
 * @param cause the engine's reason, as printed; empty for none
 */
public record AllReduceBackend(
    int site, String engine, String backend, boolean active, String cause) implements TraceRecord {}
