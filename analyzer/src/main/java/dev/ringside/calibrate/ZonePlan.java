package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import java.util.List;

/**
 * The zones of one communicator size.
 *
 * @param basis what the sizes in the middle were measured by; sizes outside a step sweep come from
 *     isolated sweeps, where there are any
 * @param zones best choices with LL128 allowed
 * @param base best choices without LL128
 * @param crossovers between the zones, then between those of the base
 */
public record ZonePlan(
    int nRanks,
    int nNodes,
    CurveBasis basis,
    List<Zone> zones,
    List<Zone> base,
    List<Crossover> crossovers) {
  public ZonePlan {
    zones = List.copyOf(zones);
    base = List.copyOf(base);
    crossovers = List.copyOf(crossovers);
  }
}
