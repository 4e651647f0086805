package dev.ringside.doctor;

import dev.ringside.trace.record.HostFact;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** FlashInfer's fused all-reduce asked for on a GPU that has none. */
final class FlashinferFusionUnsupported extends Rule {
  private static final Pattern REASON =
      Pattern.compile("(?i)sm_?12[01]|capability 12|not supported|unsupported|No module named");

  FlashinferFusionUnsupported() {
    super("flashinfer-fusion-unsupported", FindingSeverity.WARNING, Layer.GPU, ALL_RELEASES);
  }

  /** A GPU of compute capability 12, by its name or by what a trace or dump says of it. */
  private static Optional<String> sm120(Observations seen) {
    Optional<String> named =
        seen.gpus().stream()
            .filter(GpuName::isSm120)
            .findFirst()
            .map(g -> g.name() + " (compute capability 12.x)");
    boolean isStated =
        seen.all(HostFact.class).stream()
            .anyMatch(
                f ->
                    f.record().key().equals("compute_capability")
                        && f.record().value().startsWith("12."));
    return named.or(
        () -> isStated ? Optional.of("a GPU of compute capability 12.x") : Optional.empty());
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Place> asked =
        EngineLines.settings(seen, "fuse_allreduce_rms").stream()
            .filter(s -> EngineLines.isTrue(s.record().value()))
            .map(Sighting::place)
            .findFirst();
    Optional<Place> refused =
        Stream.of("fused", "flashinfer")
            .flatMap(name -> EngineLines.backends(seen, name).stream())
            .filter(s -> !s.record().active() && REASON.matcher(s.record().cause()).find())
            .map(Sighting::place)
            .findFirst();
    Optional<String> gpu = sm120(seen);
    if (refused.isEmpty() && (asked.isEmpty() || gpu.isEmpty())) {
      return List.of();
    }
    return List.of(
        finding(
            refused.or(() -> asked).orElseThrow(),
            "FlashInfer's all-reduce was asked for and does not come up"
                + gpu.map(g -> " on " + g).orElse("")
                + ": it has kernels for compute capability 9.0 and 10.x alone. The engine falls"
                + " back to the plain path, so nothing is fused and NCCL carries the sizes.",
            "vllm: -cc.pass_config.fuse_allreduce_rms=false; sglang: leave out"
                + " --enable-flashinfer-allreduce-fusion"));
  }
}
