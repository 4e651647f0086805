package dev.ringside.doctor;

import dev.ringside.cost.TransportSwitch;
import java.util.List;

/** The shared-memory transport switched off by a variable. */
final class ShmOffByEnv extends Rule {
  ShmOffByEnv() {
    super("shm-off-by-env", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.variable("NCCL_SHM_DISABLE")
        .filter(v -> TransportSwitch.isOff(v.value()))
        .map(
            v ->
                List.of(
                    finding(
                        v.place(),
                        v.assignment()
                            + ": GPUs without peer access use the network even inside one node,"
                            + " which is slower than shared memory by far.",
                        "unset NCCL_SHM_DISABLE; in a container give /dev/shm room instead: docker"
                            + " run --shm-size=16g (or --ipc=host)")))
        .orElse(List.of());
  }
}
