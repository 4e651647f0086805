package dev.ringside.doctor;

import java.util.List;

/**
 * NCCL counts 16 GB/s between the sockets of every AMD host, whatever the generation (NCCL
 * src/graph/topo.h, AMD_BW; 2.19 to 2.30.7). Proposed and in no release: Zen 3 and 4 24, Zen 5 32.
 */
final class AmdInterCpuBandwidth extends Rule {
  AmdInterCpuBandwidth() {
    super("amd-inter-cpu-bandwidth", FindingSeverity.INFO, Layer.TOPOLOGY, "2.19 to 2.30.7");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    TopologyView view = seen.topology();
    boolean isAmd = view.cpus().stream().anyMatch(TopologyView.Cpu::isAmd);
    return view.cpuLinks().stream()
        .filter(l -> isAmd && l.bw() == 16.0)
        .findFirst()
        .map(
            l ->
                List.of(
                    finding(
                        l.place(),
                        "NCCL counts 16 GB/s between the sockets of this AMD host. It counts that"
                            + " for every AMD processor; Zen 3 and later move 24 to 40 GB/s, so"
                            + " the ring search may settle for too little.",
                        "The figure cannot be set; give the rings instead: ringside graph LOG"
                            + " writes an NCCL_GRAPH_FILE candidate, and NCCL_P2P_LEVEL=SYS is"
                            + " worth a measurement beside it")))
        .orElse(List.of());
  }
}
