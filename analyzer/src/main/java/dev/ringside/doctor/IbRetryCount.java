package dev.ringside.doctor;

import java.util.List;

/** NCCL_IB_RETRY_CNT other than 7. */
final class IbRetryCount extends Rule {
  IbRetryCount() {
    super("ib-retry-count", FindingSeverity.INFO, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.variable("NCCL_IB_RETRY_CNT")
        .filter(v -> !v.value().equals("7"))
        .map(
            v ->
                List.of(
                    finding(
                        v.place(),
                        v.assignment()
                            + "; the default is 7, the most the adapter takes. Fewer tries make a"
                            + " short outage fatal.",
                        "unset NCCL_IB_RETRY_CNT")))
        .orElse(List.of());
  }
}
