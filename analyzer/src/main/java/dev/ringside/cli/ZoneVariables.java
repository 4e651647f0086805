package dev.ringside.cli;

import dev.ringside.calibrate.Calibration;
import dev.ringside.calibrate.Zone;
import dev.ringside.calibrate.ZonePlan;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Zones as the variables of the builtin table: LL, then LL128 above four ranks, then Simple, all on
 * Ring and on one node. Other zones have no variables.
 */
final class ZoneVariables {
  private static final int SMALL_COMM_RANKS = 4;

  private ZoneVariables() {}

  static List<String> of(Calibration calibration) {
    List<String> variables = new ArrayList<>();
    for (ZonePlan plan : calibration.plans()) {
      of(plan).ifPresent(variables::add);
    }
    return variables;
  }

  private static Optional<String> of(ZonePlan plan) {
    boolean isSmall = plan.nRanks() <= SMALL_COMM_RANKS;
    List<Zone> zones = isSmall ? plan.base() : plan.zones();
    List<Protocol> order =
        isSmall
            ? List.of(Protocol.LL, Protocol.SIMPLE)
            : List.of(Protocol.LL, Protocol.LL128, Protocol.SIMPLE);
    if (plan.nNodes() != 1 || zones.size() != order.size()) {
      return Optional.empty();
    }
    for (int i = 0; i < zones.size(); i++) {
      if (!isRing(zones.get(i), order.get(i))) {
        return Optional.empty();
      }
    }
    String ll = "NCCL_TUNER_LL_MAX_" + (isSmall ? 4 : 8) + "GPU=" + zones.get(0).maxBytes();
    return Optional.of(isSmall ? ll : ll + " NCCL_TUNER_LL128_MAX_8GPU=" + zones.get(1).maxBytes());
  }

  private static boolean isRing(Zone zone, Protocol protocol) {
    return zone.choice().algorithm().equals(Optional.of(Algorithm.RING))
        && zone.choice().protocol().equals(Optional.of(protocol))
        && zone.choice().channels() < 0;
  }
}
