package dev.ringside.doctor;

import dev.ringside.trace.record.AllReduceBackend;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Another all-reduce than NCCL's classic one and the engine's P2P kernel is in the path. */
final class EngineAllreduceActive extends Rule {
  private static final Map<String, String> NAMES =
      Map.of(
          "symm_mem", "PyTorch symmetric memory",
          "flashinfer", "FlashInfer",
          "fused", "the all-reduce fused with the norm (FlashInfer)",
          "mscclpp", "MSCCL++",
          "quick_reduce", "quick reduce",
          "nccl_symm_mem", "NCCL's symmetric memory");

  EngineAllreduceActive() {
    super("engine-allreduce-active", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  private static Map<String, Sighting<AllReduceBackend>> active(Observations seen) {
    Map<String, Sighting<AllReduceBackend>> active = new TreeMap<>();
    seen.all(AllReduceBackend.class).stream()
        .filter(s -> s.record().active() && NAMES.containsKey(s.record().backend()))
        .forEach(s -> active.putIfAbsent(s.record().backend(), s));
    return active;
  }

  /** Names for a person of those that are active. */
  static List<String> names(Observations seen) {
    return active(seen).keySet().stream().map(NAMES::get).toList();
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return active(seen).values().stream()
        .map(
            s ->
                finding(
                    s.place(),
                    NAMES.get(s.record().backend())
                        + " takes the sizes that it accepts before NCCL is asked; an NCCL tuner"
                        + " reaches only what is left.",
                    "What reaches NCCL under these settings: NCCL_DEBUG=INFO"
                        + " NCCL_DEBUG_SUBSYS=INIT,COLL,TUNING with the same arguments"))
        .toList();
  }
}
