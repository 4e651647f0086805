package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;

/**
 * Where one choice becomes better than another.
 *
 * @param bytes where the lines between measured sizes cross
 * @param low smallest measured size from which on the difference lies within the noise; {@code
 *     bytes} where there is none
 * @param high largest such size
 */
public record Crossover(CurveChoice below, CurveChoice above, long bytes, long low, long high) {}
