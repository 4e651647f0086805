package dev.ringside.doctor;

/**
 * A finding with the line of its evidence.
 *
 * @param line counted from 1; -1 where the evidence has no line
 */
public record LocatedFinding(Finding finding, long line) {}
