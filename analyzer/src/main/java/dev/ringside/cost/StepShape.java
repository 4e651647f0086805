package dev.ringside.cost;

/**
 * The model shape a step sweep ran. Its step times speak for another run only where both are equal.
 *
 * @param bytesPerToken bytes of one AllReduce a token
 * @param callsPerPass AllReduces a pass
 */
public record StepShape(long bytesPerToken, int callsPerPass) {}
