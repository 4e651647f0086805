package dev.ringside.benefit;

import dev.ringside.cost.CurveMatch;
import dev.ringside.cost.CurveSet;

/** Whether curves may speak for the communicators of one shape. */
public record CalibrationUse(CurveSet curves, int nRanks, int nNodes, CurveMatch match) {}
