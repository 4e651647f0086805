package dev.ringside.baseline;

/**
 * Something that the checks did not cover.
 *
 * @param what in a few words: {@code Tree}, {@code CUDA graphs}
 * @param why what could go wrong there unseen
 * @param command that covers it, or several, a line each; empty where there is none
 */
public record ValidationGap(String what, String why, String command) {}
