package dev.ringside.doctor;

import dev.ringside.cost.TransportSwitch;
import java.util.List;
import java.util.Optional;

/** Peer access that a variable switches off (NCCL src/graph/paths.cc, ncclGetLevel). */
final class P2pOffByEnv extends Rule {
  P2pOffByEnv() {
    super("p2p-off-by-env", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  /** The variable that does it in one source. */
  static Optional<Variable> switchedOff(Observations seen, String source) {
    return seen.variables().stream()
        .filter(v -> v.place().source().equals(source))
        .filter(v -> isSwitch(v) || isLowest(v))
        .findFirst();
  }

  /** The variable that does it. */
  static Optional<Variable> switchedOff(Observations seen) {
    return seen.variables().stream().filter(v -> isSwitch(v) || isLowest(v)).findFirst();
  }

  private static boolean isSwitch(Variable v) {
    return v.name().equals("NCCL_P2P_DISABLE") && TransportSwitch.isOff(v.value());
  }

  private static boolean isLowest(Variable v) {
    return v.name().equals("NCCL_P2P_LEVEL") && v.value().matches("(?i)LOC|0");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return switchedOff(seen)
        .map(
            v ->
                List.of(
                    finding(
                        v.place(),
                        v.assignment()
                            + " switches peer access off: GPUs of one node then talk through host"
                            + " memory or the network. It is often left behind from a hang that"
                            + " has another cause (ACS or IOMMU on the PCIe bridges). The engines'"
                            + " own all-reduce makes its own peer test and does not obey it.",
                        "unset "
                            + v.name()
                            + "; if transfers then hang: sudo lspci -vvv | grep -i acsctl (SrcValid+"
                            + " on a bridge redirects peer traffic)")))
        .orElse(List.of());
  }
}
