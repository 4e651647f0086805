package dev.ringside.calibrate;

/**
 * A file, or a table in it, that calibrates nothing.
 *
 * @param reason one line: what is wrong and what to do
 */
public record SweepRefusal(String file, String reason) {}
