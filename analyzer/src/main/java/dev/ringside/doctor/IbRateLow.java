package dev.ringside.doctor;

import java.util.List;

/** An adapter port that is slower than the others of its kind. */
final class IbRateLow extends Rule {
  IbRateLow() {
    super("ib-rate-low", FindingSeverity.WARNING, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<IbPort> active = IbPort.of(seen).stream().filter(IbPort::isActive).toList();
    return active.stream()
        .filter(p -> p.rate() > 0 && p.rate() < fastest(p, active))
        .map(p -> judged(p, fastest(p, active)))
        .toList();
  }

  private static int fastest(IbPort p, List<IbPort> active) {
    return active.stream()
        .filter(o -> o.layer().equals(p.layer()))
        .mapToInt(IbPort::rate)
        .max()
        .orElse(0);
  }

  /** Slower Ethernet ports are often the host's own network and no rail. */
  private Finding judged(IbPort p, int fastest) {
    Finding finding =
        finding(
            p.place(),
            p.device()
                + " port "
                + p.port()
                + " runs at "
                + p.rate()
                + " Gb/s, others at "
                + fastest
                + ": rails that differ run at the pace of the slowest.",
            "mlxlink -d " + p.device() + " -c; if it is no rail: NCCL_IB_HCA=^" + p.device());
    return p.layer().equals("Ethernet") ? finding.as(FindingSeverity.INFO) : finding;
  }
}
