package dev.ringside.trace;

/**
 * A source of which nothing holds any more that was read so far.
 *
 * @param source as named on input
 * @param why what happened to it, for a person; empty where it is only read anew because its format
 *     cannot be read on from where the last reading ended
 */
public record Forgotten(String source, String why) {}
