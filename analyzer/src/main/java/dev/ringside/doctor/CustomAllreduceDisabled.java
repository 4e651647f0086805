package dev.ringside.doctor;

import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.EngineSetting;
import java.util.List;
import java.util.Optional;

/** The serving engine's own all-reduce is off. */
final class CustomAllreduceDisabled extends Rule {
  CustomAllreduceDisabled() {
    super("custom-allreduce-disabled", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Sighting<AllReduceBackend>> off =
        EngineLines.backends(seen, "custom").stream().filter(s -> !s.record().active()).findFirst();
    if (off.isPresent()) {
      String cause = off.get().record().cause();
      return List.of(
          finding(
              off.get().place(),
              "The engine's own all-reduce is off, so "
                  + carried(seen)
                  // Other backends are made for the small sizes of decoding.
                  + (EngineAllreduceActive.names(seen).isEmpty()
                      ? ", the small ones of decoding included."
                      : ".")
                  + (cause.isEmpty() ? "" : " It says: " + Excerpt.of(cause)),
              remedy(cause)));
    }
    return EngineLines.settings(seen, "disable_custom_all_reduce").stream()
        .filter(s -> EngineLines.isTrue(s.record().value()))
        .findFirst()
        .map(
            s ->
                List.of(
                    finding(
                        s.place(),
                        "The engine's own all-reduce is switched off by its arguments"
                            + " (disable_custom_all_reduce), so "
                            + carried(seen)
                            + '.',
                        "Start without --disable-custom-all-reduce and compare")))
        .orElse(List.of());
  }

  /** Symmetric memory, FlashInfer and fusion are switches of their own. */
  private static String carried(Observations seen) {
    List<String> others = EngineAllreduceActive.names(seen);
    if (!others.isEmpty()) {
      return "NCCL carries the sizes left by " + String.join(" and ", others);
    }
    boolean isListed =
        seen.all(EngineSetting.class).stream()
            .anyMatch(s -> s.record().key().startsWith("allreduce_backends.tp"));
    boolean isVllm = seen.traffic().engines().stream().anyMatch(e -> e.name().equals("vllm"));
    // From 0.10.1 on, and before it listed its backends, it uses symmetric memory without a word.
    return isVllm && !isListed && seen.first(AllReduceBackend.class).isEmpty()
        ? "NCCL carries every size that symmetric memory, FlashInfer and fusion leave, which are"
            + " switches of their own"
        : "NCCL carries every size";
  }

  private static String remedy(String cause) {
    if (cause.contains("PCIe")) {
      return "Nothing to switch on for more than two PCIe GPUs in stock builds; vLLM 0.29 and later:"
          + " VLLM_ALLREDUCE_USE_FLASHINFER_PCIE_IPC=1 is worth a measurement";
    }
    if (cause.contains("P2P")) {
      return "See whether peer access works at all: nvidia-smi topo -p2p r; then"
          + " VLLM_SKIP_P2P_CHECK=0 makes the engine test it itself";
    }
    return "See the engine's reason; peer access: nvidia-smi topo -p2p r";
  }
}
