package dev.ringside.doctor;

import java.util.List;
import java.util.Locale;

/** NCCL_IB_TIMEOUT and its default by release (NCCL src/transport/net_ib.cc). */
final class IbTimeout extends Rule {
  IbTimeout() {
    super("ib-timeout", FindingSeverity.INFO, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.variable("NCCL_IB_TIMEOUT")
        .filter(v -> v.value().matches("\\d{1,2}"))
        .map(
            v -> {
              int set = Integer.parseInt(v.value());
              int usual = usual(seen);
              Finding finding = finding(v.place(), text(set, usual), REMEDY);
              return List.of(set < usual ? finding.as(FindingSeverity.WARNING) : finding);
            })
        .orElse(List.of());
  }

  private static int usual(Observations seen) {
    if (seen.release().isEmpty() || seen.isFrom(2, 23, 0)) {
      return 20;
    }
    return seen.isFrom(2, 14, 0) ? 18 : 14;
  }

  private static String text(int set, int usual) {
    return String.format(
        Locale.ROOT,
        "NCCL_IB_TIMEOUT=%d (%.1f s a try); the default of this release is %d (%.1f s), not 22. A"
            + " larger value hides retransmissions, it does not cure them.",
        set,
        seconds(set),
        usual,
        seconds(usual));
  }

  /** 4.096 us × 2^timeout (InfiniBand specification, local ACK timeout). */
  private static double seconds(int timeout) {
    return 4.096e-6 * Math.pow(2, timeout);
  }

  private static final String REMEDY =
      "Raise it only where retransmissions are seen: cat"
          + " /sys/class/infiniband/*/ports/1/hw_counters/{local_ack_timeout_err,packet_seq_err}";
}
