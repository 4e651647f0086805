package dev.ringside.trace.record;

/**
 * An echoed variable.
 *
 * @param name full name, such as {@code NCCL_PROTO}
 * @param value as printed, without NCCL's closing full stop
 */
public record EnvironmentSetting(int site, String name, String value) implements TraceRecord {}
