package dev.ringside.trace.record;

/**
 * Something a file says of the machine.
 *
 * @param key normalised, such as {@code gpu} (product name), {@code gpu.count} or {@code
 *     compute_capability}
 * @param value as printed
 */
public record HostFact(int site, String key, String value) implements TraceRecord {}
