package dev.ringside.doctor;

import java.util.List;
import java.util.regex.Pattern;

/**
 * GPUs of one node that exchange data through host memory: the transport that {@code via SHM} names
 * (NCCL src/transport/shm.cc).
 */
final class P2pOffShm extends Rule {
  P2pOffShm() {
    super("p2p-off-shm", FindingSeverity.WARNING, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.connections().stream()
        .filter(Connected::isShm)
        .findFirst()
        .map(c -> List.of(finding(c.place(), text(seen, c), remedy(isSwitchedOff(seen, c)))))
        .orElse(List.of());
  }

  private static String text(Observations seen, Connected c) {
    return "Traffic between GPUs of one node goes through host shared memory ("
        + c.line().transport()
        + "), not from GPU to GPU: every byte crosses PCIe twice and waits for the CPU's memory."
        + reason(seen, c);
  }

  private static boolean isSwitchedOff(Observations seen, Connected c) {
    return P2pOffByEnv.switchedOff(seen, c.place().source()).isPresent();
  }

  private static String reason(Observations seen, Connected c) {
    if (isSwitchedOff(seen, c)) {
      return " The environment switches peer access off.";
    }
    if (!seen.messages(Pattern.compile("intraNodeP2pSupport 0|isAllDirectP2p 0")).isEmpty()) {
      return " NCCL found no peer access between these GPUs.";
    }
    if (seen.gpus().stream().anyMatch(GpuName::isConsumer)) {
      return " The driver offers no peer access between GeForce boards.";
    }
    return seen.isFrom(2, 23, 0)
        ? " From 2.23 NCCL also takes this way by default where the path crosses a host bridge"
            + " (level PXB), except for two GPUs on an AMD host."
        : "";
  }

  private static String remedy(boolean isSwitchedOff) {
    if (isSwitchedOff) {
      return "Run once without the variable: env -u NCCL_P2P_DISABLE -u NCCL_P2P_LEVEL"
          + " all_reduce_perf -b 8K -e 256M -f 2 -g 2 -c 1";
    }
    return "See what the driver offers: nvidia-smi topo -p2p r. Where it says OK, measure with and"
        + " without: NCCL_P2P_LEVEL=SYS all_reduce_perf -b 8K -e 256M -f 2 -g 2 -c 1";
  }
}
