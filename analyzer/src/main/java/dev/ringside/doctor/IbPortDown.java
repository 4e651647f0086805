package dev.ringside.doctor;

import java.util.List;

/** Adapter ports that are not active. */
final class IbPortDown extends Rule {
  IbPortDown() {
    super("ib-port-down", FindingSeverity.WARNING, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return IbPort.of(seen).stream()
        .filter(p -> !p.state().isEmpty() && !p.isActive())
        .map(
            p ->
                finding(
                    p.place(),
                    p.device()
                        + " port "
                        + p.port()
                        + " is "
                        + p.state()
                        + (p.physical().isEmpty() ? "" : " (" + p.physical() + ")")
                        + (p.physical().equals("LinkUp")
                            ? ": the link is there, no subnet manager has set it up."
                            : ": no rail of NCCL can use it."),
                    p.physical().equals("LinkUp")
                        ? "sminfo; systemctl status opensm (or the switch's subnet manager)"
                        : "Cable and transceiver: mlxlink -d "
                            + p.device()
                            + " -m; or leave the port out: NCCL_IB_HCA=^"
                            + p.device()))
        .toList();
  }
}
