package dev.ringside.trace.record;

/**
 * One input as the sink sees it.
 *
 * @param name as named on input; a member of a directory carries the directory's name
 * @param kind what detection took it for: the {@code kind} words of {@code ringside inspect}
 */
public record Source(String name, String kind) {}
