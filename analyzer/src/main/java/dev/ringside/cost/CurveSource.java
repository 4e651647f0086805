package dev.ringside.cost;

/**
 * Which file a curve came from, and what says which choice it is of.
 *
 * @param file as named on input
 * @param choiceFrom {@code rows} (the file's own columns), {@code environment} (of a JSON result),
 *     {@code nccl-lines}, {@code command-line}, {@code file-name}, {@code none} (taken for NCCL's
 *     own choice)
 */
public record CurveSource(String file, CurveKey key, String choiceFrom) {}
