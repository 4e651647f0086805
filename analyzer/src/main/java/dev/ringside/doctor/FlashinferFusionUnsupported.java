package dev.ringside.doctor;

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
    Optional<GpuName> gpu = seen.gpus().stream().filter(GpuName::isSm120).findFirst();
    if (refused.isEmpty() && (asked.isEmpty() || gpu.isEmpty())) {
      return List.of();
    }
    return List.of(
        finding(
            refused.or(() -> asked).orElseThrow(),
            "FlashInfer's all-reduce was asked for and does not come up"
                + gpu.map(g -> " on " + g.name() + " (compute capability 12.x)").orElse("")
                + ": it has kernels for compute capability 9.0 and 10.x alone. The engine falls"
                + " back to the plain path, so nothing is fused and NCCL carries the sizes.",
            "vllm: -cc.pass_config.fuse_allreduce_rms=false; sglang: leave out"
                + " --enable-flashinfer-allreduce-fusion"));
  }
}
