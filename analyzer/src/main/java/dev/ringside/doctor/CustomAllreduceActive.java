package dev.ringside.doctor;

import java.util.List;

/** The serving engine's own all-reduce carries the small sizes. */
final class CustomAllreduceActive extends Rule {
  CustomAllreduceActive() {
    super("custom-allreduce-active", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return EngineLines.backends(seen, "custom").stream()
        .filter(s -> s.record().active())
        .findFirst()
        .map(
            s ->
                List.of(
                    finding(
                        s.place(),
                        "The engine's own all-reduce is in the path: small messages, decoding's"
                            + " among them, never reach NCCL, and no NCCL tuner can change them.",
                        "To see what NCCL would make of these sizes: --disable-custom-all-reduce"
                            + " (both engines), for a comparison only")))
        .orElse(List.of());
  }
}
