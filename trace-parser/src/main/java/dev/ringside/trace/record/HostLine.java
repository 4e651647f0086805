package dev.ringside.trace.record;

/**
 * One line of the output of a tool that describes a machine. Lines belong to the device line of the
 * same tool before them; whoever holds the whole puts them together.
 *
 * @param tool {@code nvlink}, {@code lspci}, {@code ibstat} or {@code ethtool}
 * @param field what the line says: a {@code device}, or one of its properties by the tool's name
 * @param name of the device, link or counter; empty where the line has none
 * @param value as printed
 */
public record HostLine(String tool, String field, String name, String value)
    implements TraceRecord {}
