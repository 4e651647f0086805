package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import dev.ringside.trace.record.GraphPattern;
import java.util.List;

/**
 * NCCL_PROTO turns LL128's automatic state into a hard on or off for every function that its list
 * covers, and with it the test whether the links keep 128 bytes together (NCCL src/graph/tuning.cc,
 * ncclTopoTuneModel).
 */
final class ProtoLiftsLl128 extends Rule {
  ProtoLiftsLl128() {
    super("proto-lifts-ll128", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    if (isSafeAnyway(seen)) {
      return List.of();
    }
    return seen.variables("NCCL_PROTO").stream()
        .filter(
            v ->
                AllowedNames.parse(v.value()).parts().stream()
                    .anyMatch(p -> p.function().isEmpty() && p.allows("ll128")))
        .findFirst()
        .map(
            v ->
                List.of(
                    finding(
                        v.place(),
                        v.assignment()
                            + " allows LL128 for every collective and every transport: NCCL's test"
                            + " whether the links keep 128 bytes together no longer counts. Where"
                            + " they do not (PCIe through a CPU, relaxed ordering), results may be"
                            + " wrong without any message.",
                        "For AllReduce alone, from 2.24, and only where it was validated ('ringside"
                            + " validate OUTPUT...'): export"
                            + " NCCL_PROTO='LL,Simple;allreduce:LL,LL128,Simple'. Otherwise: unset"
                            + " NCCL_PROTO")))
        .orElse(List.of());
  }

  /** Whether every path is NVLink, where NCCL allows LL128 by itself. */
  private static boolean isSafeAnyway(Observations seen) {
    List<Sighting<GraphPattern>> patterns = seen.all(GraphPattern.class);
    return !patterns.isEmpty()
        && !seen.isMultiNode()
        && patterns.stream()
            .filter(p -> p.record().nChannels() > 0)
            .allMatch(p -> p.record().typeIntra().matches("NV[LB]"));
  }
}
