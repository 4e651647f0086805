package dev.ringside.doctor;

import java.util.List;

/** NCCL_IB_QPS_PER_CONNECTION. */
final class IbQueuePairs extends Rule {
  IbQueuePairs() {
    super("ib-queue-pairs", FindingSeverity.INFO, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.variable("NCCL_IB_QPS_PER_CONNECTION")
        .map(
            v ->
                List.of(
                    finding(
                        v.place(),
                        v.assignment()
                            + "; the default is 1. More queue pairs help where ECMP or RoCE needs"
                            + " different flows to spread over links, and cost latency where it"
                            + " does not: no number is right everywhere.",
                        "Sweep it: for n in 1 2 4 8; do NCCL_IB_QPS_PER_CONNECTION=$n"
                            + " all_reduce_perf -b 8 -e 4G -f 2; done")))
        .orElse(List.of());
  }
}
