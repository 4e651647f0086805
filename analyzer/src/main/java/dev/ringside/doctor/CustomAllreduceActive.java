package dev.ringside.doctor;

import dev.ringside.summary.SourceSummary;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.KernelSummary;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The serving engine's own all-reduce carries the small sizes. */
final class CustomAllreduceActive extends Rule {
  private static final Pattern KERNEL =
      Pattern.compile("cross_device_reduce|oneShotAllReduce|twoShotAllReduce|all_reduce_one_shot");

  CustomAllreduceActive() {
    super("custom-allreduce-active", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return EngineLines.backends(seen, "custom").stream()
        .filter(s -> s.record().active())
        .map(Sighting::place)
        .findFirst()
        .or(() -> ofKernels(seen))
        .map(
            place ->
                List.of(
                    finding(
                        place,
                        "The engine's own all-reduce is in the path: small messages, decoding's"
                            + " among them, never reach NCCL, and no NCCL tuner can change them.",
                        "To see what NCCL would make of these sizes: --disable-custom-all-reduce"
                            + " (both engines), for a comparison only")))
        .orElse(List.of());
  }

  private static Optional<Place> ofKernels(Observations seen) {
    return seen.all(KernelSummary.class).stream()
        .filter(s -> KERNEL.matcher(s.record().name()).find())
        .map(Sighting::place)
        .findFirst()
        .or(() -> ofRuns(seen));
  }

  private static Optional<Place> ofRuns(Observations seen) {
    for (SourceSummary source : seen.summary().sources()) {
      boolean isRun =
          source.pieces().stream()
              .flatMap(p -> p.kernels().stream())
              .anyMatch(k -> k.kernel().family() == KernelFamily.CUSTOM);
      if (isRun) {
        return Optional.of(new Place(source.source().name(), -1));
      }
    }
    return Optional.empty();
  }
}
