package dev.ringside.calibrate;

import dev.ringside.cost.CurveSet;

/**
 * Sweeps that make one set of curves, with what tells it from other sets of the same host.
 *
 * @param elementType NCCL's or nccl-tests' word; empty where the files do not say, or say several
 */
public record SweepSet(CurveSet curves, Launch launch, String elementType) {}
