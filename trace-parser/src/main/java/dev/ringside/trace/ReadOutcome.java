package dev.ringside.trace;

import java.util.List;

/**
 * What became of the inputs as a whole.
 *
 * @param read sources that were opened and read, damaged ones included
 * @param unusable sources that could not be opened or hold nothing known; each has its loss
 * @param missing inputs that do not exist, as they were named
 */
public record ReadOutcome(int read, int unusable, List<String> missing) {}
