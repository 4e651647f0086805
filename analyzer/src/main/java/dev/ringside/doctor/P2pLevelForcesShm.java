package dev.ringside.doctor;

import dev.ringside.trace.record.GraphPattern;
import java.util.List;
import java.util.Optional;

/**
 * Shared memory between GPUs that hang on one host bridge, because the level up to which NCCL uses
 * peer access ends below it (NCCL src/graph/paths.cc: PXB since 2.23, but for two GPUs on AMD).
 */
final class P2pLevelForcesShm extends Rule {
  P2pLevelForcesShm() {
    super("p2p-level-forces-shm", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.23");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Connected> shm = seen.connections().stream().filter(Connected::isShm).findFirst();
    Optional<Variable> level = seen.variable("NCCL_P2P_LEVEL");
    boolean isBelow =
        level.isPresent()
            ? level.get().value().matches("(?i)NVL|PIX|PXB|[12]") // 1 PIX, 2 PXB, 3 PHB, 4 SYS
            : seen.isFrom(2, 23, 0);
    if (shm.isEmpty() || !isBelow || !isUnderOneBridge(seen)) {
      return List.of();
    }
    if (P2pOffByEnv.switchedOff(seen, shm.get().place().source()).isPresent()) {
      return List.of();
    }
    return List.of(
        finding(
            level.map(Variable::place).orElse(shm.get().place()),
            "GPUs under one host bridge (PHB) use shared memory because NCCL's level for peer"
                + " access is "
                + level.map(v -> v.value() + ", as set").orElse("PXB, its default since 2.23")
                + ". On AMD hosts with more than two GPUs peer access there was worth 24 to 44 %"
                + " of the bandwidth; PXB was chosen on purpose, so measure before keeping it.",
            "A/B: all_reduce_perf -b 8K -e 256M -f 2 -g 8 -c 1, once as it is and once with"
                + " NCCL_P2P_LEVEL=SYS"));
  }

  private static boolean isUnderOneBridge(Observations seen) {
    return seen.topology().paths().stream().anyMatch(p -> p.type().equals("PHB"))
        || TopologyMatrix.of(seen).links().stream().anyMatch(l -> l.type().equals("PHB"))
        || seen.all(GraphPattern.class).stream()
            .anyMatch(p -> p.record().nChannels() > 0 && p.record().typeIntra().equals("PHB"));
  }
}
