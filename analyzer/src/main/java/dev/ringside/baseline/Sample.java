package dev.ringside.baseline;

/**
 * One timing of one size.
 *
 * @param us microseconds a call
 * @param busBwGBs by the formula of the test; as printed where the number of ranks is unknown; NaN
 *     where neither is known
 */
public record Sample(double us, double busBwGBs) {}
