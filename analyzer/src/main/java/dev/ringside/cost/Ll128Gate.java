package dev.ringside.cost;

import java.util.List;
import java.util.Set;

/**
 * Whether NCCL switches LL128 on of itself inside one node: LL128 needs 128 bytes to be seen in
 * order, which a CPU between two GPUs does not promise (NCCL src/graph/tuning.cc).
 */
final class Ll128Gate {

  private static final List<String> UP_TO_NVLINK = List.of("LOC", "NVL");
  private static final Set<Integer> TESTED_TO_2_24 = Set.of(70, 80, 90);
  private static final Set<Integer> TESTED_TO_2_26 = Set.of(70, 80, 90, 100, 120);

  private Ll128Gate() {}

  /**
   * For GPUs of one compute capability.
   *
   * @param typeIntra worst path between GPUs, as {@code Pattern} lines name it
   */
  static boolean isOpen(NcclRelease release, int computeCapability, String typeIntra) {
    boolean throughGpu = typeIntra.equals("NVB") && release.isAtLeast(2, 18, 3);
    if (!UP_TO_NVLINK.contains(typeIntra) && !throughGpu) {
      return false;
    }
    if (release.isAtLeast(2, 27, 0)) {
      return computeCapability >= 70;
    }
    return (release.isAtLeast(2, 25, 0) ? TESTED_TO_2_26 : TESTED_TO_2_24)
        .contains(computeCapability);
  }
}
